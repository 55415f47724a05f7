/** Serves a folder, calls a function that never returns, and prints the line it logs. */
import type { Call } from '@quartermaster/toolkit'
import { openToolsets } from '../src/index.ts'

const [, , dir = '', cacheDir = ''] = process.argv
const nothing = () => {}
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const refuse = () => Promise.reject(new Error('no network'))
const outbound = { request: refuse, open: refuse }
const toolsets = openToolsets({ dir, cacheDir, log, outbound })
await toolsets.loaded
const [loop] = toolsets.tools('Endless') ?? []
const call = {
  caller: { agent: 'Ada', workspace: 'default' },
  signal: new AbortController().signal,
  requestId: 'r',
  log: { ...log, info: (_: object, line: string) => process.stdout.write(line) },
}
await loop?.handler({}, call as unknown as Call<unknown>)
