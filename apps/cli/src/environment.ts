import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fromBase, INSTALLATION } from '@quartermaster/toolkit/installation'

/** The environment of the process; variables that it lacks come from `.env`. */
export function readVariables(): Record<string, string | undefined> {
  const file = fromBase('.env')
  if (existsSync(file)) process.loadEnvFile(file)
  // biome-ignore lint/style/noProcessEnv: the only place where `qm` uses the environment.
  return process.env
}

/** Sets variables for a gateway that starts in this process. */
export function setVariables(variables: Record<string, string>): void {
  // biome-ignore lint/style/noProcessEnv: the only place where `qm` uses the environment.
  Object.assign(process.env, variables)
}

export const dataDir = (): string => fromBase(readVariables().QM_DATA_DIR || '.quartermaster')

export function toolsDir(): string {
  const configured = readVariables().QM_TOOLS_DIR
  const own = fromBase(configured || 'tools')
  return configured || existsSync(own) ? own : join(INSTALLATION, 'tools')
}
