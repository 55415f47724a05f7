/** Reads manifests on a worker thread: a hostile YAML file can take unlimited time or memory. */
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { stringifyJson } from '@quartermaster/toolkit'
import { BrokenFolder, type FolderProblem } from '../manifest/folder-problem.ts'
import { readManifest } from '../manifest/read-manifest.ts'

export type ReadRequest = {
  readonly name: string
  readonly dir: string
  readonly files: readonly string[]
}

/** The manifest is JSON text, because structured cloning cannot carry `JSON.rawJSON` numbers. */
export type ReadAnswer =
  | { readonly manifest: string }
  | { readonly problems: readonly FolderProblem[] }

const MAX_BYTES = 1024 * 1024

parentPort?.on('message', ({ name, dir, files }: ReadRequest) => {
  parentPort?.postMessage(answer(name, dir, files))
})

function answer(name: string, dir: string, files: readonly string[]): ReadAnswer {
  const read = (file: string) => {
    const path = normalize(file)
    if (!files.includes(path)) return undefined
    const content = readFileSync(join(dir, path))
    if (content.length > MAX_BYTES) {
      throw new BrokenFolder({ file, line: null, reason: 'The file is larger than 1 MiB.' })
    }
    if (isUtf8(content)) return content.toString('utf8')
    const line = content.toString('utf8').split('\ufffd', 1)[0]?.split('\n').length ?? null
    throw new BrokenFolder({ file, line, reason: 'The file is not valid UTF-8.' })
  }
  try {
    return { manifest: stringifyJson(readManifest({ name, read })) }
  } catch (error) {
    if (error instanceof BrokenFolder) return { problems: error.problems }
    throw error
  }
}
