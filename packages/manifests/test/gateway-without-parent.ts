/** Serves a folder, calls a function that never ends, and says which process runs it. */
import type { Call } from '@quartermaster/toolkit'
import { openToolsets } from '../src/index.ts'

const [, , dir = ''] = process.argv
const nothing = () => {}
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const outbound = { request: () => Promise.reject(new Error('no network')) }
const toolsets = await openToolsets({ dir, log, outbound })
const [loop] = toolsets.tools('Endless') ?? []
const call = {
  caller: { agent: 'Ada', workspace: 'default' },
  signal: new AbortController().signal,
  requestId: 'r',
  log: { ...log, info: (_: object, line: string) => process.stdout.write(line) },
}
await loop?.handler({}, call as unknown as Call<unknown>)
