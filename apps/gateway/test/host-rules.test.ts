import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './start-gateway.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document has members of every shape.
type Any = any
type Operation = { id: string; path: string; method: string; operation: Any }

let gateway: TestGateway
let key = ''

beforeAll(async () => {
  gateway = await openGateway({ publicUrl: 'https://tools.example/base/' })
  const { request } = gateway
  const agent = { name: 'Sales', with_key: true }
  key = (await request('POST', '/v1/agents', { body: agent })).body.key.key
  const custom_columns = ['vendor', { name: 'amount', type: 'number' }]
  const table = { name: 'Invoices', mode: 'custom', custom_columns }
  await request('POST', '/v1/stacks', { body: { name: 'Q1', table } })
})
afterAll(() => gateway.close())

const documentFor = async (query: string): Promise<Any> => {
  const { status, body } = await gateway.request('GET', `/v1/descriptors?format=openapi&${query}`, {
    key,
  })
  expect(status).toBe(200)
  return body
}

const operationsOf = ({ paths }: Any): Operation[] =>
  Object.entries<Any>(paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      path,
      method,
      operation,
    })),
  )

/** Every schema below a value. */
function schemasIn(value: Any): Any[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(schemasIn)]
}

const keywordsIn = (value: Any): Set<string> =>
  new Set(schemasIn(value).flatMap((schema) => Object.keys(schema)))

type Rule = readonly [string, (document: Any, operations: Operation[]) => boolean]

const COMMON: readonly Rule[] = [
  [
    'an absolute server without a slash at the end',
    ({ servers }) => servers.length === 1 && servers[0].url === 'https://tools.example/base',
  ],
  [
    'one security scheme, which all operations use',
    ({ components, security }) =>
      Object.keys(components.securitySchemes).length === 1 && security.length === 1,
  ],
  [
    'unique operation ids of at most 64 characters',
    (_, operations) =>
      new Set(operations.map(({ id }) => id)).size === operations.length &&
      operations.every(({ id }) => /^[\w-]{1,64}$/.test(id)),
  ],
  [
    'a human summary and a description',
    (_, operations) =>
      operations.every(
        ({ id, operation: { summary, description } }) =>
          / /.test(summary) && summary !== id && description !== '',
      ),
  ],
  ['no path parameters', (_, operations) => operations.every(({ path }) => !/[{}]/.test(path))],
  [
    'a described answer',
    (_, operations) =>
      operations.every(({ operation }) => operation.responses['200'].description !== ''),
  ],
]

const within = (limit: number, text = ''): boolean => text.length <= limit

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  openwebui: [
    // It sends everything as one JSON body, so a path or header parameter would be lost.
    [
      'no parameters outside the body',
      (_, operations) =>
        operations.every(({ method, operation }) => method === 'get' || !operation.parameters),
    ],
  ],
  librechat: [
    // The summary is the description that the model reads.
    [
      'summaries of at most 100 characters',
      (_, operations) => operations.every(({ operation }) => within(100, operation.summary)),
    ],
  ],
  dify: [
    ['at most 100 operations', (_, operations) => operations.length <= 100],
    [
      'URLs without empty segments',
      ({ servers }, operations) =>
        operations.every(({ path }) => !new URL(servers[0].url + path).pathname.includes('//')),
    ],
  ],
  watsonx: [
    ['OpenAPI 3.0', ({ openapi }) => openapi.startsWith('3.0.')],
    [
      'no keywords of 3.1',
      ({ paths }) => {
        const keywords = keywordsIn(paths)
        return !['const', 'examples', 'prefixItems', '$schema'].some((name) => keywords.has(name))
      },
    ],
    [
      'no lists of types',
      ({ paths }) => schemasIn(paths).every(({ type }) => !Array.isArray(type) && type !== 'null'),
    ],
  ],
  copilot: [
    ['OpenAPI 3.0', ({ openapi }) => openapi.startsWith('3.0.')],
    // It converts the document to OpenAPI 2.0.
    [
      'only what OpenAPI 2.0 has',
      ({ paths }) => {
        const keywords = keywordsIn(paths)
        return !['anyOf', 'oneOf', 'not', 'nullable', 'const'].some((name) => keywords.has(name))
      },
    ],
    ['the key in a header', ({ components }) => components.securitySchemes.key.type === 'apiKey'],
  ],
  gpt: [
    ['at most 30 operations', (_, operations) => operations.length <= 30],
    [
      'texts of operations of at most 300 characters',
      (_, operations) =>
        operations.every(
          ({ operation: { summary, description } }) =>
            within(300, summary) && within(300, description),
        ),
    ],
    [
      'texts of parameters of at most 700 characters',
      ({ paths }) =>
        schemasIn(paths).every(
          ({ description }) => typeof description !== 'string' || within(700, description),
        ),
    ],
    [
      'operations that change something ask first',
      (_, operations) =>
        operations.every(
          ({ id, operation: { 'x-openai-isConsequential': asks } }) =>
            (!/^(get|list|read|search)_/.test(id) || asks === false) &&
            (!/^(push|save|update|delete)_/.test(id) || asks === true),
        ),
    ],
  ],
}

test.each(Object.entries(RULES))('%s: its documented rules', async (host, rules) => {
  for (const query of [`host=${host}`, `host=${host}&table=Invoices`]) {
    const document = await documentFor(query)
    const operations = operationsOf(document)
    expect(operations.length).toBeGreaterThan(5)
    const broken = [...COMMON, ...rules].filter(([, holds]) => !holds(document, operations))
    expect(
      broken.map(([rule]) => rule),
      query,
    ).toEqual([])
  }
})

const REDOCLY = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url))

test('the documents of all hosts are valid OpenAPI', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-openapi-'))
  try {
    const queries = [
      ...Object.keys(RULES).flatMap((host) => [`host=${host}`, `host=${host}&table=Invoices`]),
      ...['3.0', '3.1'].map((version) => `version=${version}&table=Invoices`),
    ]
    const files: string[] = []
    for (const query of queries) {
      const file = join(folder, `${query.replace(/\W+/g, '-')}.json`)
      await writeFile(file, JSON.stringify(await documentFor(query)))
      files.push(file)
    }
    await writeFile(join(folder, 'redocly.yaml'), 'extends: [spec]\ntelemetry: off\n')
    const config = join(folder, 'redocly.yaml')
    await promisify(execFile)(REDOCLY, ['lint', '--config', config, ...files])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
