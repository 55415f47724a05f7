import type { Call } from '../../api/types.ts'

/** The call as a command. The key comes from the variable QM_KEY, so that it is in no history. */
export function toCurl(call: Pick<Call, 'path' | 'arguments'>, origin: string): string {
  return [
    `curl -s ${quote(origin + call.path)}`,
    `-H "x-api-key: $QM_KEY"`,
    `-H 'content-type: application/json'`,
    `-d ${quote(call.arguments)}`,
  ].join(' \\\n  ')
}

/** In single quotes a shell replaces nothing. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
