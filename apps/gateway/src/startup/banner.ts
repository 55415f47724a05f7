import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Gateway } from './start-gateway.ts'

/** What a person needs who has just started the gateway: where it is, and a call that works. */
export function banner(
  { url, rootKey, isFirstStart }: Gateway,
  { publicUrl, rootKey: configured, dataDir }: Config,
): string {
  if (url === undefined) return '\n  The delivery worker of Quartermaster is running.\n'
  const kept = configured === undefined ? `$(cat '${join(dataDir, 'root-key')}')` : '$QM_ROOT_KEY'
  const key = isFirstStart ? rootKey : kept
  return [
    '',
    `  Quartermaster is listening on  ${url}`,
    ...(publicUrl === undefined ? [] : [`  Descriptors point to           ${publicUrl}`]),
    `  Documentation                  ${url}/docs/`,
    ...(isFirstStart ? [`  Root key (shown this once)     ${rootKey}`] : []),
    '',
    '  Try it:',
    '',
    `  curl -s ${url}/v1/tools/push_context -H "x-api-key: ${key}" -d '{"key":"greeting","value":"hello"}'`,
    '',
  ].join('\n')
}
