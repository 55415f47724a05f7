import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from '../binaries.ts'
import { type RunAs, runGuarded } from '../process/guarded-process.ts'

type Options = { binaries: Binaries; runAs: RunAs; password: string; durable: boolean }

/** Creates the data folder under a temporary name and renames it when it is complete. */
export async function initializeData(data: string, options: Options): Promise<void> {
  const { binaries, runAs, password, durable } = options
  await removeUnfinished(data)

  const staging = `${data}.new-${randomBytes(6).toString('hex')}`
  await mkdir(staging, { mode: 0o700 })
  if (runAs.uid !== undefined) await chown(staging, runAs.uid, runAs.gid ?? runAs.uid)

  // The superuser has no password and cannot log in, so that SQL sent through the gateway can neither read
  // files nor run programs.
  await runGuarded(
    binaries.initdb,
    [
      '-D',
      staging,
      '-U',
      'postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--auth-local=reject',
      '--auth-host=scram-sha-256',
      ...(durable ? [] : ['--no-sync']),
    ],
    { runAs },
  )
  await runSql(
    staging,
    [
      `create role quartermaster login createdb password '${password}';`,
      'create database quartermaster owner quartermaster;',
    ],
    options,
  )

  await rename(staging, data)
  if (durable) await syncFolder(dirname(data))
}

/** Sets a new password, for a data folder whose cluster file is lost. */
export async function resetPassword(data: string, options: Options): Promise<void> {
  await runSql(data, [`alter role quartermaster password '${options.password}';`], options)
}

async function runSql(data: string, statements: string[], { binaries, runAs, durable }: Options) {
  const settings = [
    `fsync=${durable ? 'on' : 'off'}`,
    'exit_on_error=on',
    // The statements contain the password, and logged statements would appear in an error message.
    'log_min_error_statement=panic',
  ]
  await runGuarded(
    binaries.postgres,
    ['--single', '-D', data, ...settings.flatMap((setting) => ['-c', setting]), 'postgres'],
    { runAs, input: `${statements.join('\n')}\n` },
  )
}

async function removeUnfinished(data: string) {
  const names = await readdir(dirname(data))
  for (const name of names.filter((name) => name.startsWith(`${basename(data)}.new-`))) {
    // Retried, because an `initdb` whose owner was just killed may still be writing.
    await rm(join(dirname(data), name), { recursive: true, force: true, maxRetries: 8 })
  }
}

async function syncFolder(folder: string) {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
