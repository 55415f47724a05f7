import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The environment of the process; variables that it lacks come from `.env`. */
export function readVariables(): Record<string, string | undefined> {
  try {
    process.loadEnvFile(fromRoot('.env'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // biome-ignore lint/style/noProcessEnv: the only place where `qm` reads the environment.
  return process.env
}

/** The gateway resolves paths against the root of the repository. */
export const fromRoot = (path: string): string => resolve(ROOT, path)

export const toolsDir = (): string => fromRoot(readVariables().QM_TOOLS_DIR || 'tools')
