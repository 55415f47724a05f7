import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../has-code.ts'

type Postmaster = { pid: number; status: string | undefined }

const fileOf = (data: string) => join(data, 'postmaster.pid')

/** The contents of postmaster.pid, which may be stale. */
export async function readPostmasterFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(fileOf(data), 'utf8').catch((error) => {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  })
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  return pid > 0 ? { pid, status: lines[7]?.trim() } : undefined
}

/**
 * Lets PostgreSQL recognise a stale postmaster.pid although its process id is in use again.
 *
 * PostgreSQL ignores the id of its own parent. The file is not removed, because PostgreSQL needs it to notice
 * that backends of a killed server are still writing.
 */
export async function disownPostmasterFile(data: string): Promise<void> {
  const [, ...rest] = (await readFile(fileOf(data), 'utf8')).split('\n')
  await writeFile(fileOf(data), [process.pid, ...rest].join('\n'))
}
