import { hash } from 'node:crypto'
import type { Database } from '@quartermaster/db'
import { findInstallation } from '../queries/installation.ts'

/** The prefix of this installation's names in a Redis that other installations may share. */
export async function installationName(db: Database): Promise<string> {
  const installation = await findInstallation(db)
  return `quartermaster-${hash('sha256', installation, 'hex').slice(0, 16)}`
}
