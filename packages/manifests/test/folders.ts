import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MULTIPLY } from '@quartermaster/testing'
import type { Call, Log } from '@quartermaster/toolkit'
import { expect, onTestFinished } from 'vitest'
import {
  type Outbound,
  type OutboundRequest,
  openToolsets,
  type Toolsets,
  type ToolsetsOptions,
} from '../src/index.ts'

export type Files = Record<string, string>

/** A manifest whose functions accept any arguments. */
export const manifestOf = (label: string, functions: readonly string[], more = ''): string =>
  [
    `tool_human_name: ${label}`,
    more,
    'tool_list:',
    ...functions.map(
      (name) =>
        `  - {name: ${name}, description: Does ${name}., parameters: {type: object, additionalProperties: true}}`,
    ),
    '',
  ].join('\n')

/** A module whose class has `body`. */
export const moduleOf = (body: string, before = ''): string =>
  `${before}\nexport class Tools {\n  context: any\n  constructor(context: any) { this.context = context }\n${body}\n}\n`

type Response = { status: number; headers?: Record<string, string>; text?: string }

/** A guarded client that answers from `respond` and never uses the network. */
export function fakeOutbound(
  respond: (
    url: string,
    request: Omit<OutboundRequest, 'maxBytes'>,
  ) => Response | Promise<Response>,
): Outbound {
  return {
    request: async (url, request) => {
      const { status, headers = {}, text = '' } = await respond(url, request)
      return { status, headers, text, truncated: false }
    },
    open: async (url, request) => {
      const { status, headers = {}, text = '' } = await respond(url, request)
      const chunks = text === '' ? [] : [Buffer.from(text)]
      return {
        status,
        headers,
        body: (async function* () {
          yield* chunks
        })(),
      }
    },
  }
}

export const noNetwork = fakeOutbound(() => {
  throw new Error('There is no network in this test')
})

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A log that collects lines and lets tests wait for one. */
export function recordingLog() {
  const lines: string[] = []
  const waiting = new Map<string, () => void>()
  const add = (_: object, line: string) => {
    lines.push(line)
    waiting.get(line)?.()
  }
  const log: Log = { debug: add, info: add, warn: add, error: add }
  const logged = (line: string) =>
    new Promise<void>((resolve) => {
      waiting.set(line, resolve)
      if (lines.includes(line)) resolve()
    })
  return { lines, log, logged }
}

/** A temporary tools directory that tests can change while it is served. */
export async function toolsFolder(folders: Record<string, Files> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-folders-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))

  const write = async (folder: string, files: Files) => {
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
  }
  const remove = (folder: string) => rm(join(dir, folder), { recursive: true, force: true })
  for (const [folder, files] of Object.entries(folders)) await write(folder, files)
  await mkdir(dir, { recursive: true })

  const open = async (options: Partial<ToolsetsOptions> = {}) => {
    const toolsets = openToolsets({
      dir,
      log: silent,
      outbound: noNetwork,
      startupMs: 60_000,
      ...options,
    })
    onTestFinished(() => toolsets.close())
    await toolsets.loaded
    return { ...toolsets, call: callWith(toolsets) }
  }
  return { dir, write, remove, open }
}

/** Opens a folder `Mine` with these functions, and a working folder `Multiply`. */
export async function openModule(
  functions: readonly string[],
  body: string,
  options: Partial<ToolsetsOptions> = {},
  manifest = '',
) {
  const folder = await toolsFolder({
    Multiply: MULTIPLY,
    Mine: { 'manifest.yaml': manifestOf('Mine', functions, manifest), 'tool.ts': moduleOf(body) },
  })
  const toolsets = await folder.open(options)
  expect(toolsets.report().flatMap(({ problems }) => problems)).toEqual([])
  const call = (name: string, input: object = {}, more: CallOptions = {}) =>
    toolsets.call('Mine', name, input, more)
  return { ...folder, toolsets, call }
}

export type CallOptions = {
  signal?: AbortSignal
  log?: Log
  thread?: string
  agent?: string
  idempotencyKey?: string
  progress?: Call<unknown>['progress']
}

/** Calls a function the way the gateway does after it has read the input. */
const callWith =
  (toolsets: Toolsets) =>
  async (id: string, name: string, input: object = {}, options: CallOptions = {}) => {
    const { thread, agent = 'Ada', ...more } = options
    const tool = toolsets.tools(id, thread)?.find((candidate) => candidate.name === name)
    if (tool === undefined) throw new Error(`There is no ${id}.${name}`)
    const call = {
      caller: { agent, workspace: 'default', workspaceId: 'w' },
      services: {},
      signal: new AbortController().signal,
      log: silent,
      now: new Date(),
      requestId: 'request-1',
      metadata: {},
      ...more,
    } as unknown as Call<unknown>
    return tool.handler(input, call)
  }

/** The error that a call fails with. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    (result) => {
      throw new Error(`The call succeeded with ${JSON.stringify(result)}`)
    },
    (error) => error as Error & { code: string },
  )
