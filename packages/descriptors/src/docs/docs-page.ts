import { type Effect, type ErrorCode, type Example, ToolError } from '@quartermaster/toolkit'
import { describeSchema } from '../schema/describe-constraints.ts'
import { jsonSchema } from '../schema/json-schema.ts'
import { modelSchema, type Routed } from '../schema/model-schema.ts'
import { curl } from './curl.ts'
import { code, fieldsOf, parameterTable, replyTable, table } from './schema-table.ts'

const EFFECT: Record<Effect, string> = {
  read: 'reads, changes nothing',
  write: 'changes data',
  destroy: 'removes data',
}

const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_input',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'deadline_exceeded',
]

/** The documentation of one tool, as Markdown. */
export function docsPage(routed: Routed): string {
  const { tool } = routed
  return page([
    `# ${tool.name}`,
    tool.description,
    facts(routed),
    '## Parameters',
    parameters(routed),
    '## Reply',
    reply(routed),
    ...examples(routed),
    '## Errors',
    errors(),
  ])
}

export type Section = { readonly title: string; readonly tools: readonly Routed[] }

/** The list of all tools, each with a link to its page. */
export const docsIndex = (sections: readonly Section[]): string =>
  page([
    '# Tools',
    ...sections.flatMap(({ title, tools }) => [
      `## ${title}`,
      table(
        ['Tool', 'Effect', 'What it does'],
        tools.map(({ tool }) => [
          `[${code(tool.name)}](${tool.name}.md)`,
          tool.effect,
          tool.description.split(/(?<=[.!?])\s/, 1).join(),
        ]),
      ),
    ]),
  ])

const page = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`

function facts({ tool, path }: Routed): string {
  return [
    `- Endpoint: ${tool.methods.map((method) => code(`${method} ${path}`)).join(', ')}`,
    `- Effect: ${tool.effect} (${EFFECT[tool.effect]})`,
    `- Timeout: ${tool.timeoutSeconds} s`,
    ...(tool.dangerous ? ['- Access: only agents whose allow-list names this tool'] : []),
  ].join('\n')
}

function parameters({ tool }: Routed): string {
  const schema = modelSchema(tool)
  const isEmpty = Object.keys(schema.properties).length === 0
  const known = isEmpty ? 'None.' : parameterTable(schema)
  return schema.additionalProperties === false
    ? known
    : `${known}\n\nOther parameters are accepted too.`
}

function reply({ tool }: Routed): string {
  const schema = jsonSchema(tool.output)
  const type = `JSON: ${code(describeSchema(schema))}`
  return fieldsOf(schema).length === 0 ? type : `${type}\n\n${replyTable(schema)}`
}

function examples(routed: Routed): string[] {
  const { tool } = routed
  const isCallable = modelSchema(tool).required.length === 0
  const bare: Example[] = isCallable ? [{ title: 'Without parameters', input: {} }] : []
  const all = tool.examples.length > 0 ? tool.examples : bare
  const blocks = all.flatMap(({ title, input, output }) => [
    `### ${title}`,
    fence('sh', curl(routed, input)),
    ...(output === undefined ? [] : [fence('json', JSON.stringify(output, null, 2))]),
  ])
  return blocks.length === 0 ? [] : ['## Examples', ...blocks]
}

const fence = (language: string, body: string): string => `\`\`\`${language}\n${body}\n\`\`\``

function errors(): string {
  const common = COMMON_ERRORS.map((name) => `${code(name)} ${new ToolError(name, '').status}`)
  return `Common errors: ${common.join(', ')}; see [errors](../errors.md).`
}
