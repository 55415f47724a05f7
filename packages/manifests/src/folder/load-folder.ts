import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Limits } from '@quartermaster/module-runner'
import { cleanMessage, openPool, type Pool, RunnerFailure } from '@quartermaster/module-runner'
import type { Log } from '@quartermaster/toolkit'
import { BrokenFolder, type FolderProblem, tookTooLong } from '../manifest/folder-problem.ts'
import { type Manifest, needsModule } from '../manifest/manifest.ts'
import { folderNameFault, secretVariable } from '../manifest/name-rules.ts'
import { MANIFEST, missingSecrets, takenSecrets } from '../manifest/read-manifest.ts'
import { findImportLine } from './find-import-line.ts'
import { copyFolder, folderFingerprint, hashFiles } from './folder-files.ts'
import type { FolderLog } from './folder-log.ts'
import type { ManifestReader } from './manifest-reader.ts'

export type LoadOptions = {
  readonly reader: ManifestReader
  /** Holds the copies that calls are served from. */
  readonly cacheDir: string
  readonly limits: Limits
  /** Gets the lines that the module writes. */
  readonly folderLog?: FolderLog
  /** Looks up a secret; undefined in a check, which needs no secrets. */
  readonly findSecret?: (variable: string) => string | undefined
  /** The other folder that already uses a variable. */
  readonly ownerOf?: (variable: string) => string | undefined
  /** Abandons the load. */
  readonly signal?: AbortSignal
  /** Ends the load with LoadPreempted after `afterMs` if other folders are waiting. */
  readonly yieldTo?: { readonly afterMs: number; readonly hasWaiting: () => boolean }
}

/** A version of a folder that is served; later changes on disk do not affect it. */
export type LoadedFolder = {
  readonly id: string
  readonly manifest: Manifest
  /** The hash of each file by its path. */
  readonly files: ReadonlyMap<string, string>
  readonly log: FolderLog | undefined
  readonly secrets: Readonly<Record<string, string>>
  /** Undefined if every function has a url. */
  readonly pool: Pool | undefined
  /** Lets running calls finish before it closes. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** The load was ended early because other folders were waiting. */
export class LoadPreempted extends Error {
  override readonly name = 'LoadPreempted'
}

let copies = 0

/** Loads a copy of a folder. Throws BrokenFolder and leaves nothing behind if it cannot. */
export async function loadFolder(
  name: string,
  dir: string,
  options: LoadOptions,
): Promise<LoadedFolder> {
  const fault = folderNameFault(name)
  if (fault !== undefined) throw new BrokenFolder({ file: '.', line: null, reason: `${fault}.` })
  copies++
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12)
  const copy = join(options.cacheDir, `${hash}-${copies}`)
  const remove = () => rm(copy, { recursive: true, force: true })
  let pool: Pool | undefined
  try {
    const files = await copyConsistently(dir, copy)
    if (!files.includes(MANIFEST)) throw noManifest(files)
    const manifest = await options.reader.read({ name, dir: copy, files })
    const secrets = readSecrets(name, manifest, options)
    const functions = manifest.functions
      .filter(({ target }) => target.kind === 'module')
      .map((spec) => spec.name)
    if (needsModule(manifest)) {
      const entry = entryOf(files)
      const { permissions } = manifest
      const onOutput = (level: keyof Log, message: string) =>
        options.folderLog?.add(level, cleanMessage(message, Object.values(secrets)))
      pool = openPool(
        { dir: copy, entry: join(copy, entry), functions, secrets, permissions, onOutput },
        options.limits,
      )
      await loadUnlessPreempted(
        pool,
        loadModule(pool, { copy, entry, files, manifest, secrets }),
        options,
      )
    }
    const end = (how: 'drain' | 'close') => async () => {
      await pool?.[how]()
      await remove()
    }
    return {
      id: name,
      manifest,
      files: await hashFiles(copy, files),
      log: options.folderLog,
      secrets,
      pool,
      drain: end('drain'),
      close: end('close'),
    }
  } catch (error) {
    await pool?.close()
    await remove()
    throw error
  }
}

const ATTEMPTS = 5

/** Copies again if the folder changed while it was copied: the copy would mix old and new files. */
async function copyConsistently(dir: string, copy: string, attempt = 1): Promise<string[]> {
  const before = await folderFingerprint(dir)
  const files = await copyFolder(dir, copy)
  if ((await folderFingerprint(dir)) === before) return files
  if (attempt === ATTEMPTS) {
    throw new BrokenFolder({
      file: '.',
      line: null,
      reason: 'The folder keeps changing while it is copied.',
    })
  }
  await rm(copy, { recursive: true, force: true })
  return copyConsistently(dir, copy, attempt + 1)
}

function noManifest(files: readonly string[]): BrokenFolder {
  const similar = files.find((file) => /^manifest\.(ya?ml|json)$/i.test(file))
  const hint = similar === undefined ? '' : ` '${similar}' is not read: rename it.`
  return new BrokenFolder({
    file: MANIFEST,
    line: null,
    reason: `There is no manifest.yaml.${hint}`,
  })
}

function entryOf(files: readonly string[]): string {
  const entry = ['tool.ts', 'tool.js'].find((file) => files.includes(file))
  if (entry !== undefined) return entry
  const reason = 'There is no tool.ts or tool.js, and not every function has a url.'
  throw new BrokenFolder({ file: 'tool.ts', line: null, reason })
}

function readSecrets(
  name: string,
  manifest: Manifest,
  { findSecret: find = () => 'unused', ownerOf = () => undefined }: LoadOptions,
): Record<string, string> {
  const taken = takenSecrets(name, manifest, ownerOf)
  if (taken.length > 0) throw new BrokenFolder(...taken)
  const missing = missingSecrets(name, manifest, find)
  if (missing.length > 0) throw new BrokenFolder(...missing)
  return Object.fromEntries(
    manifest.secrets.flatMap((secret) => {
      const value = find(secretVariable(name, secret))
      return value ? [[secret, value]] : []
    }),
  )
}

type Loading = {
  readonly copy: string
  readonly entry: string
  readonly files: readonly string[]
  readonly manifest: Manifest
  readonly secrets: Readonly<Record<string, string>>
}

async function loadModule(pool: Pool, loading: Loading): Promise<void> {
  const { copy, entry, files, manifest, secrets } = loading
  const at = (reason: string, line: number | null = null) => ({ file: entry, line, reason })
  try {
    const missing = await pool.load()
    if (missing.length === 0) return
    throw new BrokenFolder(...missing.map((name) => noMethod(name, entry, manifest)))
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error
    const { thrown, message } = error
    // The cause may be a busy machine or a lack of memory, so the load is tried again.
    if (thrown === undefined) throw tookTooLong(at(`The module ${message}.`))
    const reason = `The module does not load: ${cleanMessage(message, Object.values(secrets))}`
    const source = await readFile(join(copy, entry), 'utf8')
    throw new BrokenFolder(
      at(reason, lineIn(entry, thrown.stack) ?? findImportLine(source, { files, message })),
    )
  }
}

/** Reported for the manifest, which declares the function. */
function noMethod(name: string, entry: string, { functions, lines }: Manifest): FolderProblem {
  const line = lines.functions[functions.findIndex((spec) => spec.name === name)] ?? null
  const reason = `There is no method 'tool_${name}' or '${name}' in ${entry}.`
  return { file: MANIFEST, line, reason }
}

/** Closes the pool when the load is abandoned or has to yield to other folders. */
async function loadUnlessPreempted(
  pool: Pool,
  work: Promise<void>,
  { signal, yieldTo }: LoadOptions,
): Promise<void> {
  const preempted = new AbortController()
  const yieldIfWaiting = () => yieldTo?.hasWaiting() && preempted.abort()
  const timer = yieldTo && setInterval(yieldIfWaiting, yieldTo.afterMs)
  const stop = AbortSignal.any([preempted.signal, ...(signal ? [signal] : [])])
  const close = () => pool.close()
  if (stop.aborted) close()
  stop.addEventListener('abort', close)
  try {
    await work
  } catch (error) {
    throw preempted.signal.aborted ? new LoadPreempted() : error
  } finally {
    clearInterval(timer)
    stop.removeEventListener('abort', close)
  }
}

/** The line of the module in the error's stack, if there is one. */
function lineIn(entry: string, stack: string): number | null {
  const [, line] = new RegExp(`/${entry.replace('.', '\\.')}:(\\d+)`).exec(stack) ?? []
  return line === undefined ? null : Number(line)
}
