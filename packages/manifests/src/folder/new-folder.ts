import { stringify } from 'yaml'
import { folderNameFault, isSkipped } from '../manifest/name-rules.ts'

/** The files of a folder that works, to be changed into what is wanted. Throws for a bad name. */
export function newFolder(name: string): Record<string, string> {
  const fault = folderNameFault(name) ?? (isSkipped(name) ? 'it would be skipped' : undefined)
  if (fault !== undefined || !/^[A-Za-z0-9][\w .-]*$/.test(name)) {
    throw new Error(`A folder cannot be called "${name}"${fault ? `: ${fault}` : ''}`)
  }
  const words = name.split(/[\s._-]+|(?<=[a-z0-9])(?=[A-Z])/).filter(Boolean)
  const label = folderNameFault(words.join(' ')) === undefined ? words.join(' ') : name
  return { 'manifest.yaml': manifest(label), 'tool.ts': MODULE, 'tool.test.ts': TEST }
}

/** A label such as 123 or null needs quotes, or it is no text. */
const manifest = (
  label: string,
) => `${stringify({ tool_human_name: label }, { lineWidth: 0 })}tool_list:
  - name: greet
    description: Greet somebody by name. Say here what the function does and when a model should use it.
    parameters:
      type: object
      properties:
        name:
          type: string
          description: Who is greeted.
        greeting:
          type: string
          description: The word to greet with. Hello unless told.
      required:
        - name
`

const MODULE = `type Context = {
  /** Who calls, and in which thread. */
  agent: string
  thread: string | null
  /** Aborted at the deadline. */
  signal: AbortSignal
  /** What the manifest names under \`secrets\`. */
  secrets: Record<string, string>
  logger: Record<'debug' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>
  progress: (progress: unknown) => void
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

test('somebody is greeted by name', async () => {
  const tools = new Tools()
  expect(await tools.tool_greet({ name: 'Ada' })).toBe('Hello, Ada!')
  expect(await tools.tool_greet({ name: 'Ada', greeting: 'Hi' })).toBe('Hi, Ada!')
})
`
