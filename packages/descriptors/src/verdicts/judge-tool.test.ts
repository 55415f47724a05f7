import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { at, search, toolWith } from '../../test/sample-tools.ts'
import { VENDORS, type Vendor } from '../formats/vendor-rules.ts'
import { countTokens } from './count-tokens.ts'
import { judgeTool } from './judge-tool.ts'

const verdictOf = (vendor: Vendor, routed: ReturnType<typeof at>) => {
  const verdict = judgeTool(routed).find((each) => each.vendor === vendor)
  if (verdict === undefined) throw new Error(`No verdict for ${vendor}`)
  return verdict
}

/** `keyword: parameters`, one line each. */
const changesOf = (vendor: Vendor, routed = at(search)): string[] =>
  verdictOf(vendor, routed).changes.map(({ keyword, parameters }) =>
    `${keyword}: ${parameters.join(', ')}`.trim(),
  )

test('a tool with every kind of parameter: what each vendor cannot express', () => {
  const changes = Object.fromEntries(VENDORS.map((vendor) => [vendor, changesOf(vendor)]))
  expect(changes).toMatchInlineSnapshot(`
    {
      "anthropic": [],
      "gemini": [
        "additionalProperties:",
        "default: sort, limit",
        "format: since",
        "maxItems: tags",
        "uniqueItems: tags",
        "type: weights",
      ],
      "mcp": [],
      "openai": [],
      "openai-responses": [],
      "openai-strict": [],
      "subconscious": [
        "null: since",
      ],
    }
  `)
})

test('every change has a reason', () => {
  for (const { vendor, changes } of judgeTool(at(search))) {
    for (const { keyword, reason } of changes) expect(reason, `${vendor} ${keyword}`).toMatch(/\.$/)
  }
})

test('a plain tool is accepted everywhere', () => {
  const plain = at(toolWith(Input({ text: Type.String({ description: 'The text.' }) })))
  const outcomes = judgeTool(plain).map(({ vendor, outcome }) => [vendor, outcome])
  expect(Object.fromEntries(outcomes)).toMatchObject({
    subconscious: 'accepted',
    openai: 'accepted',
    'openai-strict': 'accepted',
    anthropic: 'accepted',
    mcp: 'accepted',
  })
  expect(changesOf('gemini', plain)).toEqual(['additionalProperties:'])
})

test('OpenAI refuses descriptions of more than 1,024 characters, others accept them', () => {
  const long = at(toolWith(Input({}), { description: 'x'.repeat(1025) }))
  const refused = judgeTool(long).filter(({ outcome }) => outcome === 'refused')
  expect(refused.map(({ vendor }) => vendor)).toEqual([
    'openai',
    'openai-responses',
    'openai-strict',
  ])
  expect(refused[0]?.reason).toContain('1025 characters')
})

test('a tool for which null and absent differ is not offered in strict mode', () => {
  const input = Input({ note: Type.Optional(Type.Union([Type.String(), Type.Null()])) })
  expect(verdictOf('openai-strict', at(toolWith(input)))).toMatchObject({ outcome: 'refused' })
})

test('a parameter name that vendors reject is a refusal with the name in it', () => {
  const verdicts = judgeTool(at(toolWith(Input({ 'a b': Type.String() }))))
  for (const { outcome, reason } of verdicts) {
    expect(outcome).toBe('refused')
    expect(reason).toContain('"a b"')
  }
})

test('the checksum changes with the descriptor and with nothing else', () => {
  const one = at(toolWith(Input({ text: Type.String() })))
  const same = at(toolWith(Input({ text: Type.String() })))
  const other = at(toolWith(Input({ text: Type.String({ maxLength: 5 }) })))
  const sums = [one, same, other].map((routed) => verdictOf('openai', routed).checksum)
  expect(sums[0]).toBe(sums[1])
  expect(sums[0]).not.toBe(sums[2])
})

test('tokens are counted for OpenAI and estimated for others', async () => {
  const verdicts = judgeTool(at(search))
  const counts = await countTokens(verdicts)
  const byVendor = new Map(verdicts.map(({ vendor }, index) => [vendor, counts[index]]))
  const { text } = verdictOf('anthropic', at(search))
  expect(byVendor.get('anthropic')).toEqual({
    tokens: Math.ceil(text.length / 3.5),
    isEstimate: true,
  })
  const openai = byVendor.get('openai')
  expect(openai?.isEstimate).toBe(false)
  // JSON schemas have between three and six characters per token.
  expect(openai?.tokens).toBeGreaterThan(text.length / 6)
  expect(openai?.tokens).toBeLessThan(text.length / 3)
  expect(await countTokens(verdicts)).toEqual(counts)
})
