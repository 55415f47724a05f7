import { stringify } from 'yaml'
import { folderNameFault, isSkipped } from '../manifest/name-rules.ts'

/** The files of a working example folder. Throws for an invalid name. */
export function newFolder(name: string): Record<string, string> {
  const fault = folderNameFault(name) ?? (isSkipped(name) ? 'it would be skipped' : undefined)
  if (fault !== undefined || !/^[A-Za-z0-9][\w .-]*$/.test(name)) {
    throw new Error(`A folder cannot be named "${name}"${fault ? `: ${fault}` : ''}`)
  }
  const parts = name.split(/[\s._-]+|(?<=[a-z0-9])(?=[A-Z])/).filter(Boolean)
  const label = folderNameFault(parts.join(' ')) === undefined ? parts.join(' ') : name
  return { 'manifest.yaml': manifest(label), 'tool.ts': MODULE, 'tool.test.ts': TEST }
}

/** `stringify` quotes labels such as 123 or null, which YAML would not read as text. */
const manifest = (
  label: string,
) => `${stringify({ tool_human_name: label }, { lineWidth: 0 })}tool_list:
  - name: greet
    description: Greet a person by name. Say here what the function does and when a model should use it.
    parameters:
      type: object
      properties:
        name:
          type: string
          description: The person's name.
        greeting:
          type: string
          description: The greeting; the default is Hello.
      required:
        - name
`

const MODULE = `type Context = {
  /** The calling agent and its thread. */
  agent: string
  thread: string | null
  /** Aborted at the deadline. */
  signal: AbortSignal
  /** The secrets that the manifest declares. */
  secrets: Record<string, string>
  logger: Record<'debug' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>
  progress: (report: { progress: number; total?: number; message?: string }) => void
  fetch: typeof fetch
}

export class Tools {
  context: Partial<Context>

  constructor(context: Partial<Context> = {}) {
    this.context = context
  }

  async tool_greet({ name, greeting = 'Hello' }: { name: string; greeting?: string }) {
    return \`\${greeting}, \${name}!\`
  }
}
`

const TEST = `import { expect, test } from 'vitest'
import { Tools } from './tool.ts'

test('a person is greeted by name', async () => {
  const tools = new Tools()
  expect(await tools.tool_greet({ name: 'Ada' })).toBe('Hello, Ada!')
  expect(await tools.tool_greet({ name: 'Ada', greeting: 'Hi' })).toBe('Hi, Ada!')
})
`
