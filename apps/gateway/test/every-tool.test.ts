import { describeTool, docsPage, FORMATS } from '@quartermaster/descriptors'
import { readInput, toolPath } from '@quartermaster/toolkit'
import { afterAll, describe, expect, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { openGateway } from './start-gateway.ts'

const gateway = await openGateway()
afterAll(() => gateway.close())

const fixed = catalog.groups.flatMap(({ tools }) => tools)
const bound = catalog.families.flatMap(({ genericTools, path }) =>
  genericTools.map((tool) => ({ tool, path: toolPath(tool.name, path('ID')) })),
)
const all = [...fixed.map((tool) => ({ tool, path: toolPath(tool.name) })), ...bound]

test('no two tools have the same name', () => {
  const names = all.map(({ tool }) => tool.name)
  expect(new Set(names).size).toBe(names.length)
})

describe.each(fixed.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const path = toolPath(name)

  test('needs a key', async () => {
    const answer = await gateway.request('POST', path, { key: null, body: {} })
    expect(answer.status).toBe(401)
  })

  test('refuses an argument it does not know, and names those it does', async () => {
    const answer = await gateway.request('POST', path, { body: { surprise: 1 } })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain("Unknown parameter 'surprise'")
    for (const known of Object.keys(tool.input.properties))
      expect(answer.body.error).toContain(known)
  })

  test('cannot be called by an agent that may call nothing', async () => {
    await gateway.request('POST', '/v1/agents', { body: { name: 'nobody', allowed_tools: [] } })
    const [example] = tool.examples
    const answer = await gateway.request('POST', path, {
      body: example?.input ?? {},
      headers: { 'x-agent': 'nobody' },
    })
    expect(answer.status).toBe(403)
  })
})

describe.each(all.map(({ tool, path }) => [tool.name, tool, path] as const))(
  '%s',
  (name, tool, path) => {
    test('has examples that it takes itself', () => {
      expect(tool.examples.length).toBeGreaterThan(0)
      for (const { input } of tool.examples) expect(() => readInput(tool, input)).not.toThrow()
    })

    test('says for every parameter what it is', () => {
      for (const [key, schema] of Object.entries(tool.input.properties)) {
        expect((schema as { description?: string }).description, key).toBeTruthy()
      }
      expect(tool.description.length).toBeLessThanOrEqual(1024)
    })

    test('says for every field of its reply what it is', () => {
      expect([...undescribed(tool.output)]).toEqual([])
    })

    test.each(FORMATS)('is described for %s', (format) => {
      const text = JSON.stringify(
        describeTool(format, { tool, path }, { publicUrl: 'https://q.example', headers: {} }),
      )
      expect(text).toContain(name)
    })

    test('has a page in the documentation', () => {
      expect(docsPage({ tool, path })).toContain(name)
    })
  },
)

type Node = {
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly description?: string
  readonly items?: Node
  readonly additionalProperties?: Node | boolean
  readonly anyOf?: readonly Node[]
  readonly allOf?: readonly Node[]
}

/** Paths of the members without a description, at any depth. */
function* undescribed(schema: Node, path = ''): Generator<string> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`
    if (!member.description) yield at
    yield* undescribed(member, at)
  }
  const { items, additionalProperties, patternProperties = {}, anyOf = [], allOf = [] } = schema
  if (items !== undefined) yield* undescribed(items, `${path}[]`)
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : []
  for (const member of [...others, ...Object.values(patternProperties)]) {
    yield* undescribed(member, `${path}.*`)
  }
  for (const part of [...anyOf, ...allOf]) yield* undescribed(part, path)
}
