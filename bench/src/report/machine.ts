import { cpus, totalmem } from 'node:os'
import { LOAD_GENERATOR } from '../measure.ts'
import type { Databases } from '../system/databases.ts'

export type Machine = {
  readonly date: string
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
  readonly postgres: string
  readonly loadGenerator: string
}

export async function describeMachine(databases: Databases): Promise<Machine> {
  const { rows } = await databases.run('postgres', 'show server_version')
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model ?? 'unknown CPU',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    postgres: String(rows[0].server_version),
    loadGenerator: LOAD_GENERATOR,
  }
}
