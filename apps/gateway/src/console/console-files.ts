import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type StaticFile, staticFile } from '../http/static-file.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export type ConsoleFiles = {
  /** A file of the built console, or undefined if there is none of this name. */
  find(name: string): Promise<StaticFile | undefined>
}

/**
 * The built console in memory, so that a gateway keeps the files of one build while another process
 * builds a newer one. A file is compressed at its first use. The addresses of the page are relative to `base`.
 */
export async function readConsoleFiles(dir: string, base: string): Promise<ConsoleFiles> {
  const entries = await readdir(dir, { recursive: true })
  const names = entries.filter((name) => TYPES[extname(name)] !== undefined)
  const contents = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name))] as const)),
  )
  const files = new Map<string, Promise<StaticFile>>()
  return {
    async find(name) {
      const content = contents.get(name)
      if (content === undefined) return undefined
      const shown = name === 'index.html' ? withBase(content, base) : content
      const file = files.get(name) ?? staticFile(TYPES[extname(name)] ?? '', shown)
      files.set(name, file)
      return file
    },
  }
}

const withBase = (page: Buffer, base: string): string =>
  page.toString().replace('<base href="/"', () => `<base href="${base}"`)
