import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { RootKey } from './root-key.ts'

export const rootKeyLine = ({ key }: RootKey): string => `  Root key (shown this once)     ${key}`

/** The URLs of the running gateway, and a working call to copy. */
export function banner(url: string, rootKey: RootKey, config: Config): string {
  return [
    '',
    `  Quartermaster is listening on  ${url}`,
    ...(config.publicUrl === undefined
      ? []
      : [`  Descriptors point to           ${config.publicUrl}`]),
    `  Documentation                  ${url}/docs/`,
    ...(rootKey.isNew ? [rootKeyLine(rootKey)] : []),
    '',
    '  Try it:',
    '',
    `  curl -s ${url}/v1/tools/push_context -H "x-api-key: ${keyToCopy(config)}" -d '{"key":"greeting","value":"hello"}'`,
    '',
  ].join('\n')
}

/** The key as the shell reads it: a copied command must not contain the key itself. */
function keyToCopy({ rootKey, dataDir }: Config): string {
  if (rootKey !== undefined) return '$QM_ROOT_KEY'
  const file = join(dataDir, 'root-key').replaceAll("'", `'\\''`)
  return `$(cat '${file}')`
}
