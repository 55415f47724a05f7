import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Call, Log } from '@quartermaster/toolkit'
import { onTestFinished } from 'vitest'
import { type Outbound, openToolsets, type Toolsets, type ToolsetsOptions } from '../src/index.ts'

export type Files = Record<string, string>

/** The seed's own example. */
export const MULTIPLY: Files = {
  'manifest.yaml': `tool_human_name: Multiplication Tool
tool_list:
  - name: multiply
    description: Multiply two numbers.
    parameters:
      type: object
      properties:
        multiplicand: {type: number, description: The multiplicand}
        multiplier: {type: number}
      required: [multiplicand, multiplier]
`,
  'tool.ts': `export class Tools {
  async tool_multiply({ multiplicand, multiplier }: { multiplicand: number; multiplier: number }) {
    return multiplicand * multiplier
  }
}
`,
}

/** A manifest of functions that take anything. */
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

/** A module with these methods, written as the body of a class. */
export const moduleOf = (body: string, before = ''): string =>
  `${before}\nexport class Tools {\n  context: any\n  constructor(context: any) { this.context = context }\n${body}\n}\n`

export const nowhere: Outbound = {
  request: async () => {
    throw new Error('There is no network in this test')
  },
}

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A folder of folders, to write to while it serves. */
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
    const toolsets = await openToolsets({
      dir,
      log: silent,
      outbound: nowhere,
      patienceMs: 60_000,
      ...options,
    })
    onTestFinished(() => toolsets.close())
    return { ...toolsets, call: caller(toolsets) }
  }
  return { dir, write, remove, open }
}

type CallOptions = { signal?: AbortSignal; log?: Log; thread?: string; agent?: string }

/** Calls a function as the gateway would, once its input is read. */
export const caller =
  (toolsets: Toolsets) =>
  async (id: string, name: string, input: object = {}, options: CallOptions = {}) => {
    const { signal = new AbortController().signal, log = silent, thread, agent = 'Ada' } = options
    const tool = toolsets.tools(id, thread)?.find((candidate) => candidate.name === name)
    if (tool === undefined) throw new Error(`There is no ${id}.${name}`)
    const call = {
      caller: { agent, workspace: 'default', workspaceId: 'w' },
      services: {},
      signal,
      log,
      now: new Date(),
      requestId: 'request-1',
      metadata: {},
    } as unknown as Call<unknown>
    return tool.handler(input, call)
  }

/** What a call fails with. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    (result) => {
      throw new Error(`It answered ${JSON.stringify(result)}`)
    },
    (error) => error as Error & { code: string },
  )
