import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The variables that the gateway would read: the process's own, with `.env` behind them. */
export function readVariables(): Record<string, string | undefined> {
  try {
    process.loadEnvFile(fromRoot('.env'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // biome-ignore lint/style/noProcessEnv: the command line's one reader of the environment.
  return process.env
}

/** The gateway takes paths from the repository's root, wherever it was started. */
export const fromRoot = (path: string): string => resolve(ROOT, path)

/** Where the folders of tools are. */
export const toolsDir = (): string => fromRoot(readVariables().QM_TOOLS_DIR || 'tools')
