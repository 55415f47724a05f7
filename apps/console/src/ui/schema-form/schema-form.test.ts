import { expect, test } from 'vitest'
import { fieldsOf } from './fields-of.ts'
import { readValues } from './read-values.ts'

const SCHEMA = {
  type: 'object',
  required: ['key'],
  properties: {
    count: { type: 'integer' },
    key: { type: 'string', description: 'Its name.' },
    value: {},
    mode: { anyOf: [{ const: 'fast' }, { const: 'slow' }] },
    on: { type: ['boolean', 'null'] },
    rows: { type: 'array' },
    topics: { type: 'array', items: { type: 'string' } },
  },
}

test('each property gets the field that fits, required ones first', () => {
  const fields = fieldsOf(SCHEMA)
  expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'key text',
    'count number',
    'value json',
    'mode choice',
    'on boolean',
    'rows json',
    'topics list',
  ])
  expect(fields[0]).toMatchObject({ isRequired: true, description: 'Its name.' })
  expect(fields[3]?.choices).toEqual(['fast', 'slow'])
})

test('values become arguments, numbers with all their digits', () => {
  const fields = fieldsOf(SCHEMA)
  const values = { key: 'it’s "x"', count: '12345678901234567890', value: '[1]', on: 'true' }
  expect(readValues(fields, values)).toEqual({
    json: '{"key":"it’s \\"x\\"","count":12345678901234567890,"value":[1],"on":true}',
    problems: {},
  })
})

test('what cannot be read is named', () => {
  const { problems } = readValues(fieldsOf(SCHEMA), { count: '1.5', value: '{' })
  expect(problems).toEqual({
    key: 'This is required.',
    count: 'This is not a number.',
    value: 'This is not valid JSON.',
  })
})

test('a list of texts has one per line, or is JSON', () => {
  const fields = fieldsOf({ properties: { topics: SCHEMA.properties.topics } })
  const read = (topics: string) => readValues(fields, { topics }).json
  expect(read('leads\n  news \n\n')).toBe('{"topics":["leads","news"]}')
  expect(read('["leads"]')).toBe('{"topics":["leads"]}')
  expect(readValues(fields, { topics: '[' }).problems.topics).toBe('This is not a valid list.')
})
