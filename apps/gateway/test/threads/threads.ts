import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { untilLoaded } from '../toolsets/folders.ts'

export type Files = Record<string, string>

/** A folder whose functions return their own name, the thread and the agent. */
export const folder = (label: string, ...functions: string[]): Files => ({
  'manifest.yaml': [
    `tool_human_name: ${label}`,
    'tool_list:',
    ...functions.map(
      (name) =>
        `  - {name: ${name}, description: Does ${name}., parameters: {type: object, additionalProperties: true}}`,
    ),
  ].join('\n'),
  'tool.ts': `export class Tools {
  constructor(context) { this.context = context }
  ${functions.map((name) => `${name}() { return ['${name}', this.context.thread, this.context.agent] }`).join('\n  ')}
}`,
})

export const FOLDERS = {
  Multiply: folder('Multiplication Tool', 'multiply'),
  Web: folder('Web Search', 'web_search', 'url_browse'),
}

/** A gateway with these folders, and threads to choose them in. */
export async function startWithThreads(folders: Record<string, Files> = FOLDERS) {
  const toolsDir = await mkdtemp(join(tmpdir(), 'quartermaster-tools-'))
  onTestFinished(() => rm(toolsDir, { recursive: true, force: true }))
  for (const [name, files] of Object.entries(folders)) {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(toolsDir, name, file)), { recursive: true })
      await writeFile(join(toolsDir, name, file), text)
    }
  }
  const gateway = await startGateway({ config: { toolsDir } })
  await untilLoaded(gateway, Object.keys(folders))

  /** A thread of one agent. */
  const thread = (id: string, agent = 'Ada') => {
    const path = `/v1/threads/${encodeURIComponent(id)}`
    const headers = { 'x-agent': agent }
    const request = (method: string, below: string, body?: unknown) =>
      gateway.request(method, `${path}/${below}`, { headers, ...(body !== undefined && { body }) })
    return {
      choose: (choice: string | object) =>
        request('PUT', 'agent', typeof choice === 'string' ? { name: choice } : choice),
      agent: async () => (await request('GET', 'agent')).body,
      say: (content: unknown, role = 'user') => request('POST', 'messages', { role, content }),
      history: async () =>
        (await request('GET', 'messages')).body.messages.map(
          ({ content }: { content: unknown }) => content,
        ),
      messages: (query = '') => request('GET', `messages${query}`),
      call: (name: string, body: unknown = {}) => request('POST', `tools/${name}`, body),
      tools: async () => {
        const { body } = await gateway.request(
          'GET',
          `/v1/descriptors?thread=${encodeURIComponent(id)}&format=openai`,
          { headers },
        )
        return body.map((tool: { function: { name: string } }) => tool.function.name)
      },
    }
  }
  return { ...gateway, thread, toolsDir }
}
