import { isDeepStrictEqual } from 'node:util'
import { isSpecType } from '@modelcontextprotocol/client'
import { Input } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { geminiFaults } from '../test/gemini-rules.ts'
import { at, connection, ping, search, toolWith } from '../test/sample-tools.ts'
import { strictFaults } from '../test/strict-rules.ts'
import { gemini } from './formats/gemini.ts'
import { mcp } from './formats/mcp.ts'
import { openai } from './formats/openai.ts'
import { subconscious } from './formats/subconscious.ts'
import { describeTool, describeTools, FORMATS, modelSchema } from './index.ts'

test('the six specified formats exist, Subconscious first', () => {
  expect(FORMATS[0]).toBe('subconscious')
  const expected = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp']
  expect(FORMATS).toEqual(expect.arrayContaining(expected))
})

describe.each(FORMATS)('%s', (format) => {
  test.each([search, ping])('describes $name as plain JSON', (tool) => {
    const descriptor = describeTool(format, at(tool), connection)
    expect(descriptor).toStrictEqual(JSON.parse(JSON.stringify(descriptor)))
    expect(JSON.stringify(descriptor)).toContain(`"name":"${tool.name}"`)
  })

  test('only the Subconscious format has the key, the URL and the defaults', () => {
    const text = JSON.stringify(describeTool(format, at(search), connection))
    const isExpected = format === 'subconscious'
    for (const secret of ['qm_key', 'https://', 's-1'])
      expect(text.includes(secret)).toBe(isExpected)
  })
})

test('F30 for Gemini all functions are in one entry, as its SDK expects `tools`', () => {
  const tools = describeTools('gemini', [at(search), at(ping)], connection)
  expect(tools).toEqual([{ functionDeclarations: [gemini(at(search)), gemini(at(ping))] }])
  expect(describeTools('gemini', [], connection)).toEqual([])
})

test.each(FORMATS.filter((format) => format !== 'gemini'))(
  'for %s each tool is an entry of its own',
  (format) => {
    expect(describeTools(format, [at(search), at(ping)], connection)).toEqual([
      describeTool(format, at(search), connection),
      describeTool(format, at(ping), connection),
    ])
  },
)

/** The paths of properties and items that lack a type or a description. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON Schema.
function incomplete(schema: any, path: string): string[] {
  const parts = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['[]', schema.items]] : []),
  ]
  // biome-ignore lint/suspicious/noExplicitAny: any JSON Schema.
  return (parts as [string, any][]).flatMap(([key, part]) => {
    const isComplete = typeof part.type === 'string' && Boolean(part.description)
    return [...(isComplete ? [] : [`${path}.${key}`]), ...incomplete(part, `${path}.${key}`)]
  })
}

const key = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/)
const { schema } = fc.letrec<{ schema: TSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(Type.String({ format: 'email', description: 'An address.' })),
    fc.constant(Type.Integer({ exclusiveMinimum: 0, default: 1 })),
    fc.constant(Type.Unknown()),
    fc.constant(Type.Null()),
    fc.constant(Type.Record(Type.String(), Type.Integer())),
    fc
      .array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1 })
      .map((values) => Type.Unsafe({ enum: values })),
    fc
      .uniqueArray(fc.constantFrom('string', 'integer', 'object', 'array', 'null'), {
        minLength: 1,
      })
      .map((type) => Type.Unsafe({ type, minLength: 1, minimum: 2, required: ['gone'] })),
    tie('schema').map((items) => Type.Array(items, { maxItems: 9 })),
    fc.dictionary(key, tie('schema')).map((members) => Type.Object(members)),
    fc.array(tie('schema'), { minLength: 1 }).map((branches) => Type.Union(branches)),
    fc.array(tie('schema'), { minLength: 1 }).map((oneOf) => Type.Unsafe({ oneOf, title: 'T' })),
    fc.array(tie('schema'), { minLength: 1 }).map((allOf) => Type.Unsafe({ allOf })),
  ),
}))

test('every vendor accepts the descriptor of any tool', () => {
  fc.assert(
    fc.property(fc.dictionary(key, schema), (members) => {
      const tool = toolWith(Input(members), { output: Type.Object(members) })
      const { parameters } = gemini(at(tool))
      expect(parameters === undefined ? [] : geminiFaults(parameters)).toEqual([])
      expect(isSpecType.Tool(mcp(at(tool)))).toBe(true)
      const { parameters: properties } = subconscious(at(tool), connection)
      expect(incomplete(properties, tool.name)).toEqual([])
      const strict = openai(at(tool), true).function
      if (strict.strict) expect(strictFaults(strict.parameters)).toEqual([])
      const model = modelSchema(tool)
      expect(Object.keys(model.properties)).toEqual(Object.keys(members))
      expect(isDeepStrictEqual(model, JSON.parse(JSON.stringify(model)))).toBe(true)
    }),
  )
})

test('a model never sees hidden parameters', () => {
  fc.assert(
    fc.property(fc.dictionary(key, schema), fc.array(key), (members, others) => {
      const hidden = [...Object.keys(members).filter((_, index) => index % 2 === 0), ...others]
      const defaults = Object.fromEntries(hidden.map((name) => [name, 1]))
      const { properties, required } = modelSchema(toolWith(Input(members), { defaults }))
      const visible = [...Object.keys(properties), ...required]
      expect(visible.filter((name) => hidden.includes(name))).toEqual([])
    }),
  )
})
