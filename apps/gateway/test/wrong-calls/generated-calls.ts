import type { TSchema } from '@sinclair/typebox'
import { catalog } from '../../src/catalog.ts'
import { type ToolCall, type WrongCall, wrong } from './wrong-call.ts'

type Family = 'context' | 'prompts' | 'tables'

type Sample = {
  readonly family: Family
  readonly call: ToolCall
  readonly properties: Readonly<Record<string, TSchema>>
  readonly required: readonly string[]
}

/** For every tool of the catalog: its own example, with one mistake at a time. */
export function generatedCalls(): (WrongCall & { readonly family: Family })[] {
  return samples().flatMap((sample) =>
    mistakes(sample).map(([title, input]) => ({
      ...wrong(`${sample.call.tool}: ${title}`, { ...sample.call, input }, { mayBeAccepted: true }),
      family: sample.family,
    })),
  )
}

function samples(): Sample[] {
  const fixed = catalog.groups.flatMap(({ name, tools }) =>
    tools.map((tool) => ({ tool, family: name === 'context' ? 'context' : 'prompts' }) as const),
  )
  const ofTables = catalog.families.flatMap(({ binding, genericTools }) =>
    binding === 'table' || binding === 'document'
      ? genericTools.map((tool) => ({ tool, family: 'tables', binding }) as const)
      : [],
  )
  return [...fixed, ...ofTables].map((entry) => ({
    family: entry.family,
    call: {
      tool: entry.tool.name,
      input: entry.tool.examples[0]?.input ?? {},
      ...('binding' in entry && { at: subjectOf(entry) }),
    },
    properties: entry.tool.input.properties,
    required: entry.tool.input.required ?? [],
  }))
}

/** The columns of the table with rows stay as they are. */
function subjectOf({ tool, binding }: { tool: { name: string }; binding: 'table' | 'document' }) {
  if (binding === 'document') return { document: '{d1}' }
  return { table: tool.name === 'define_columns' ? '{empty}' : '{table}' }
}

type Mistake = [title: string, input: Record<string, unknown>]

function mistakes({ call, properties, required }: Sample): Mistake[] {
  const input = { ...call.input }
  const without = (name: string) => {
    const { [name]: _, ...others } = input
    return others
  }
  const sent = Object.keys(input)
  return [
    ['an argument that does not exist', { ...input, verbose: true }],
    ...required.map((name): Mistake => [`no ${name}`, without(name)]),
    ...sent.map(
      (name): Mistake => [`${name} misspelt`, { ...without(name), [misspell(name)]: input[name] }],
    ),
    ...sent.map(
      (name): Mistake => [
        `${name} of another type`,
        { ...input, [name]: otherType(properties[name]) },
      ],
    ),
  ]
}

/** Two letters swapped, or one doubled in a short name. */
const misspell = (name: string): string =>
  name.length > 4 ? `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}` : `${name}s`

const otherType = (schema: TSchema | undefined): unknown =>
  schema?.type === 'array' || schema?.type === 'object' ? 7 : { unexpected: [] }
