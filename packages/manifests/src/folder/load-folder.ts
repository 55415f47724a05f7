import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Limits } from '@quartermaster/module-runner'
import { cleanMessage, openPool, type Pool, RunnerFailure } from '@quartermaster/module-runner'
import { BrokenFolder, type FolderProblem, tookTooLong } from '../manifest/folder-problem.ts'
import { type Manifest, needsModule } from '../manifest/manifest.ts'
import { folderNameFault, secretVariable } from '../manifest/name-rules.ts'
import { MANIFEST, missingSecrets, takenSecrets } from '../manifest/read-manifest.ts'
import { findImportLine } from './find-import-line.ts'
import { copyFolder, folderMark } from './folder-files.ts'
import type { ManifestReader } from './manifest-reader.ts'

export type LoadOptions = {
  readonly reader: ManifestReader
  /** Where the copies are that calls are served from. */
  readonly cacheDir: string
  readonly limits: Limits
  /** The operator's variables; undefined where nobody is asked for secrets, as in a check. */
  readonly findSecret?: (variable: string) => string | undefined
  /** The other folder that has a variable, where one has. */
  readonly ownerOf?: (variable: string) => string | undefined
  /** Gives up what is being loaded. */
  readonly signal?: AbortSignal
  /** Gives the module up with LoadPreempted, before its own time is over. */
  readonly giveWay?: { readonly afterMs: number; readonly when: () => boolean }
}

/** A folder that serves: whatever becomes of its files, this stays as it is. */
export type LoadedFolder = {
  readonly id: string
  readonly manifest: Manifest
  readonly secrets: Readonly<Record<string, string>>
  /** Undefined where all functions are urls. */
  readonly pool: Pool | undefined
  /** Lets the calls that run come to their end. */
  retire(): Promise<void>
  close(): Promise<void>
}

/** The module was given up before its time, since others wait. */
export class LoadPreempted extends Error {
  override readonly name = 'LoadPreempted'
}

let copies = 0

/** Loads a folder as a whole; throws BrokenFolder, with nothing left behind, where it cannot. */
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
    const files = await copyWhole(dir, copy)
    if (!files.includes(MANIFEST)) throw noManifest(files)
    const manifest = await options.reader.read({ name, dir: copy, files })
    const secrets = readSecrets(name, manifest, options)
    const functions = manifest.functions
      .filter(({ target }) => target.kind === 'module')
      .map((spec) => spec.name)
    if (needsModule(manifest)) {
      const entry = entryOf(files)
      const { permissions } = manifest
      const source = { dir: copy, entry: join(copy, entry), functions, secrets, permissions }
      pool = openPool(source, options.limits)
      await loadInTime(pool, loadModule(pool, { copy, entry, files, manifest, secrets }), options)
    }
    const end = (how: 'retire' | 'close') => async () => {
      await pool?.[how]()
      await remove()
    }
    return { id: name, manifest, secrets, pool, retire: end('retire'), close: end('close') }
  } catch (error) {
    await pool?.close()
    await remove()
    throw error
  }
}

const ATTEMPTS = 5

/** While somebody writes to the folder, a copy would hold some old and some new files. */
async function copyWhole(dir: string, copy: string, attempt = 1): Promise<string[]> {
  const before = await folderMark(dir)
  const files = await copyFolder(dir, copy)
  if ((await folderMark(dir)) === before) return files
  if (attempt === ATTEMPTS) {
    throw new BrokenFolder({ file: '.', line: null, reason: 'It changes all the time.' })
  }
  await rm(copy, { recursive: true, force: true })
  return copyWhole(dir, copy, attempt + 1)
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
  { findSecret: find = () => 'not asked for', ownerOf = () => undefined }: LoadOptions,
): Record<string, string> {
  const taken = takenSecrets(name, manifest, ownerOf)
  if (taken.length > 0) throw new BrokenFolder(...taken)
  const missing = missingSecrets(name, manifest, find)
  if (missing.length > 0) throw new BrokenFolder(...missing)
  return Object.fromEntries(
    manifest.secrets.map((secret) => [secret, find(secretVariable(name, secret)) ?? '']),
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
    // Not its own doing, perhaps: a busy machine, or one without memory.
    if (thrown === undefined) throw tookTooLong(at(`The module ${message}.`))
    const reason = `The module does not load: ${cleanMessage(message, Object.values(secrets))}`
    const source = await readFile(join(copy, entry), 'utf8')
    throw new BrokenFolder(
      at(reason, lineIn(entry, thrown.stack) ?? findImportLine(source, { files, message })),
    )
  }
}

/** It is the manifest that asks for it. */
function noMethod(name: string, entry: string, { functions, lines }: Manifest): FolderProblem {
  const line = lines.functions[functions.findIndex((spec) => spec.name === name)] ?? null
  const reason = `There is no method 'tool_${name}' or '${name}' in ${entry}.`
  return { file: MANIFEST, line, reason }
}

/** Ends the module where nobody wants it any more, or all have waited enough. */
async function loadInTime(
  pool: Pool,
  work: Promise<void>,
  { signal, giveWay }: LoadOptions,
): Promise<void> {
  const patience = new AbortController()
  const look = () => giveWay?.when() && patience.abort()
  const timer = giveWay && setInterval(look, giveWay.afterMs)
  const stop = AbortSignal.any([patience.signal, ...(signal ? [signal] : [])])
  const close = () => pool.close()
  if (stop.aborted) close()
  stop.addEventListener('abort', close)
  try {
    await work
  } catch (error) {
    throw patience.signal.aborted ? new LoadPreempted() : error
  } finally {
    clearInterval(timer)
    stop.removeEventListener('abort', close)
  }
}

/** Where in the module it happened, as far as the error's stack says. */
function lineIn(entry: string, stack: string): number | null {
  const [, line] = new RegExp(`/${entry.replace('.', '\\.')}:(\\d+)`).exec(stack) ?? []
  return line === undefined ? null : Number(line)
}
