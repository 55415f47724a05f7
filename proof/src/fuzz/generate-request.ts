import {
  type Operation,
  randomFrom,
  type SampleData,
  type SeededRandom,
  samplePathValue,
} from '@quartermaster/testing/api'
import { generateValue, wildValue } from './generate-value.ts'

/** The data of one workspace, and keys of its agents. */
export type World = {
  readonly workspace: string
  readonly data: SampleData
  readonly keys: readonly string[]
}

export type FuzzRequest = {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

type Options = {
  readonly seed: number
  readonly operations: readonly Operation[]
  readonly world: World
  readonly rootKey: string
}

/** Request number `index` of a seed: always the same for the same sample data. */
export function generateRequest(index: number, options: Options): FuzzRequest {
  const random = randomFrom(Math.imul(options.seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const operation = random.pick(options.operations)
  const { method } = operation
  const path = pathOf(operation, random, options.world) + queryOf(operation, random, options.world)
  const body =
    method === 'GET' || method === 'DELETE' ? undefined : bodyOf(operation, random, options.world)
  const headers = { ...headersOf(random, options), 'x-forwarded-for': addressOf(index, random) }
  return { operation: operation.id, method, path, headers, body }
}

// Fewer than any limit that counts by address: a fuzzer that is refused there tests nothing else.
const PER_ADDRESS = 100

/** The caller's address as a proxy reports it; another one for every hundred requests. */
function addressOf(index: number, random: SeededRandom): string {
  if (random.next() < 0.01)
    return random.pick(['', ',', 'unknown', '::1', '999.1.1.1', 'x'.repeat(300)])
  const caller = Math.floor(index / PER_ADDRESS)
  return `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`
}

const knownValues = ({ data }: World): string[] => [
  ...Object.values(data).map(String),
  'acme',
  'vendor',
  'sales',
  'Multiply',
  '1h',
  '*/5 * * * *',
  'a.pdf',
]

function pathOf({ path }: Operation, random: SeededRandom, world: World): string {
  return path.replace(/\{(\w+)\}/g, (_all, parameter) => {
    const real = samplePathValue(world.data, path, parameter)
    const value = random.next() < 0.75 ? real : wildValue(random, 9)
    return (
      encodeURIComponent(
        String(value ?? 'x')
          .slice(0, 200)
          .toWellFormed(),
      ) || 'x'
    )
  })
}

function queryOf({ query }: Operation, random: SeededRandom, world: World): string {
  const options = { random, known: knownValues(world) }
  const pairs = Object.entries(query)
    .filter(() => random.next() < 0.3)
    .map(([name, schema]) => {
      const value = generateValue(schema, options)
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      return `${name}=${encodeURIComponent(text.slice(0, 1000).toWellFormed())}`
    })
  if (random.next() < 0.02) pairs.push(random.pick(['%', '%ff=%ff', 'errors=inband', 'a&&=&', '=']))
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function bodyOf(operation: Operation, random: SeededRandom, world: World): Buffer {
  const choice = random.next()
  if (choice < 0.04) return brokenBody(random)
  const options = { random, known: knownValues(world) }
  const isExample = choice < 0.14 && operation.example !== undefined
  const value = isExample ? operation.example : generateValue(operation.body ?? {}, options)
  const isEnvelope = operation.isTool && random.next() < 0.1
  const sent = isEnvelope ? { tool_name: operation.id, parameters: value } : value
  return Buffer.from(JSON.stringify(sent) ?? '')
}

function brokenBody(random: SeededRandom): Buffer {
  switch (random.below(6)) {
    case 0:
      return Buffer.from('{"key": "va')
    case 1:
      return Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    case 2:
      return Buffer.from('['.repeat(20_000))
    case 3:
      return Buffer.from('{"key":1e999,"key":123456789012345678901234567890,"value":-0}')
    case 4:
      return Buffer.from(`{"value":"${'x'.repeat(random.below(3) * 600_000)}"}`)
    default:
      return Buffer.from(`{"a":${'{"b":'.repeat(300)}1${'}'.repeat(301)}`)
  }
}

function headersOf(random: SeededRandom, { world, rootKey }: Options): Record<string, string> {
  const choice = random.next()
  const type: Record<string, string> =
    random.next() < 0.95
      ? { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      : { 'content-type': random.pick(['text/csv', 'multipart/form-data', 'x/y;charset=q']) }
  const idempotency = random.next() < 0.1 && { 'idempotency-key': `k${random.below(500)}` }
  const headers = { ...type, ...idempotency }
  if (choice < 0.5) {
    const agent = random.pick(['Ann', 'Bob', 'root'])
    return { ...headers, 'x-api-key': rootKey, 'x-workspace': world.workspace, 'x-agent': agent }
  }
  if (choice < 0.65) return { ...headers, 'x-api-key': rootKey, 'x-workspace': world.workspace }
  if (choice < 0.96) return { ...headers, authorization: `Bearer ${random.pick(world.keys)}` }
  return { ...headers, 'x-api-key': random.pick(['', 'wrong', 'qm_x', 'q'.repeat(3000)]) }
}
