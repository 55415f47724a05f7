import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { BrokenFolder } from './folder-problem.ts'
import { readManifest } from './read-manifest.ts'

const read = (text: string) => readManifest({ name: 'Folder', read: () => text })

/** Whether a manifest is read, or refused with at least one reason; any other error is thrown. */
function isReadOrExplained(text: string): boolean {
  try {
    return read(text).functions.length >= 0
  } catch (error) {
    if (!(error instanceof BrokenFolder)) throw error
    return error.problems.every(({ reason }) => reason.length > 0)
  }
}

test('any text is a manifest or is refused with reasons', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), isReadOrExplained))
})

const keywords = {
  type: fc.constantFrom('object', 'string', 'number', 'integer', 'array', 'boolean', 'null', 'x'),
  description: fc.string(),
  required: fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
  enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
  pattern: fc.string(),
  default: fc.jsonValue({ maxDepth: 1 }),
}
const inner = fc.record(keywords, { requiredKeys: [] })
const properties = fc.dictionary(fc.string({ maxLength: 8 }), inner, { maxKeys: 3 })
const schema = fc.record({ ...keywords, properties, items: inner }, { requiredKeys: [] })

const manifest = fc.record(
  {
    tool_name: fc.oneof(fc.string(), fc.jsonValue()),
    tool_list: fc.array(
      fc.record(
        {
          name: fc.oneof(fc.constantFrom('multiply', 'a b', '', '__proto__'), fc.string()),
          description: fc.string(),
          parameters: schema,
          timeout: fc.oneof(fc.integer(), fc.jsonValue()),
          url: fc.oneof(fc.webUrl(), fc.string()),
        },
        { requiredKeys: ['name', 'description'] },
      ),
      { maxLength: 3 },
    ),
    secrets: fc.array(fc.string(), { maxLength: 3 }),
    workspaces: fc.oneof(fc.array(fc.string(), { maxLength: 3 }), fc.jsonValue()),
  },
  { requiredKeys: [] },
)

test('a manifest with any values is read or refused with reasons', () => {
  fc.assert(
    fc.property(manifest, (value) => {
      expect(isReadOrExplained(stringify(value))).toBe(true)
    }),
    { numRuns: 100 },
  )
})
