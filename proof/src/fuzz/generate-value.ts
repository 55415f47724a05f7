import type { Schema, SeededRandom } from '@quartermaster/testing/api'

// Texts that break careless programs: other scripts, halves of characters, markup, patterns, formats.
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  '../../etc/passwd',
  "'; drop table agents; --",
  '<script>alert(1)</script>',
  '%00',
  '\u0000',
  '\ud800',
  'a\u0301',
  '日本語',
  '🦊'.repeat(20),
  '(a+)+$',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-02-30T25:61:00Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '*/0 * * * *',
  '0 0 30 2 *',
  'Europe/Nowhere',
  '99999999999999999999s',
  '=1+1',
  'x'.repeat(5000),
]
const NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  1e-320,
  Number.MAX_SAFE_INTEGER,
]

/** Any JSON value, seldom the one that an operation expects. */
export function wildValue(random: SeededRandom, depth = 0): unknown {
  switch (random.below(depth > 3 ? 4 : 7)) {
    case 0:
      return random.pick(TEXTS)
    case 1:
      return random.pick(NUMBERS)
    case 2:
      return random.pick([null, true, false])
    case 3:
      return random.pick([[], {}])
    case 4:
      return Array.from({ length: random.below(5) }, () => wildValue(random, depth + 1))
    case 5:
      return nested(random.below(200))
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [
          random.pick(TEXTS),
          wildValue(random, depth + 1),
        ]),
      )
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value]
  return value
}

type Options = { readonly random: SeededRandom; readonly known: readonly string[] }

const WILD = 0.08

/** A value that mostly fits a schema; `known` are ids and names that exist. */
export function generateValue(schema: Schema, options: Options, depth = 0): unknown {
  const { random } = options
  if (random.next() < WILD || depth > 8) return wildValue(random)
  const { enum: choices, const: constant, anyOf, oneOf, allOf } = schema as Keywords
  if (constant !== undefined) return constant
  if (choices !== undefined) return random.pick(choices)
  const union = anyOf ?? oneOf
  if (union !== undefined) return generateValue(random.pick(union), options, depth + 1)
  if (allOf !== undefined) {
    const parts = allOf.map((part) => generateValue(part, options, depth + 1))
    return Object.assign({}, ...parts.filter((part) => typeof part === 'object'))
  }
  return generateByType(schema as Keywords, options, depth)
}

type Keywords = Schema & {
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly examples?: readonly unknown[]
}

function generateByType(schema: Keywords, options: Options, depth: number): unknown {
  const { random } = options
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'string':
      return generateText(schema, options)
    case 'integer':
    case 'number': {
      const { minimum = -5, maximum = minimum + 1000 } = schema
      const value = minimum + random.next() * (maximum - minimum)
      return type === 'integer' ? Math.round(value) : value
    }
    case 'boolean':
      return random.next() < 0.5
    case 'null':
      return null
    case 'array':
      return Array.from({ length: random.below(4) }, () =>
        generateValue(schema.items ?? {}, options, depth + 1),
      )
    case 'object':
      return generateObject(schema, options, depth)
    default:
      return wildValue(random)
  }
}

function generateObject(schema: Keywords, options: Options, depth: number): unknown {
  const { random } = options
  const { properties = {}, required = [], additionalProperties } = schema
  const members = Object.entries(properties)
    .filter(([name]) => random.next() < (required.includes(name) ? 0.97 : 0.4))
    .map(([name, member]) => [name, generateValue(member, options, depth + 1)])
  const isOpen = typeof additionalProperties === 'object'
  const extra =
    isOpen || random.next() < 0.05
      ? [
          [
            random.pick(['vendor', ...TEXTS]),
            generateValue(isOpen ? additionalProperties : {}, options, depth + 1),
          ],
        ]
      : []
  return Object.fromEntries([...members, ...extra])
}

function generateText({ format, examples }: Keywords, { random, known }: Options): string {
  const choice = random.next()
  if (choice < 0.2 && examples !== undefined && examples.length > 0)
    return String(random.pick(examples))
  if (choice < 0.6) return random.pick(known)
  if (choice < 0.8 && format === 'date-time')
    return new Date(random.below(4e9) * 1000).toISOString()
  if (choice < 0.9) return `name-${random.below(50)}`
  return random.pick(TEXTS)
}
