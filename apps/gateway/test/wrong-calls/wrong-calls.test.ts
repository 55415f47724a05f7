import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import { openGateway, ROOT_KEY, type TestGateway } from '../start-gateway.ts'
import { contextCalls } from './context-calls.ts'
import { fill, openFixture, type Transport } from './fixture.ts'
import { followSuggestion } from './follow-suggestion.ts'
import { generatedCalls } from './generated-calls.ts'
import { promptCalls } from './prompt-calls.ts'
import { requestCalls } from './request-calls.ts'
import { restCalls } from './rest-calls.ts'
import { tableCalls } from './table-calls.ts'
import { toolsetCalls } from './toolset-calls.ts'
import { type Call, isToolCall, type WrongCall } from './wrong-call.ts'

const FAMILIES = {
  context: contextCalls,
  prompts: promptCalls,
  tables: tableCalls,
  toolsets: toolsetCalls,
  requests: [...requestCalls, ...restCalls],
}
// A command takes a second to start, so only the first calls of a family are made with it.
const CALLS_BY_COMMAND = 5
const CONCURRENCY = 4
const TOOLS = join(fileURLToPath(new URL('../../../../', import.meta.url)), 'tools')

type Family = keyof typeof FAMILIES

type Attempt = {
  readonly family: Family
  readonly wrong: WrongCall
  readonly transport: Transport
  readonly isGenerated?: true
}

type Result = {
  readonly title: string
  readonly transport: Transport
  /** Why the call cannot be fixed in one step; undefined if it can. */
  readonly fault: string | undefined
  /** Whether the call succeeds afterwards, and does not meet another, later error. */
  readonly succeeds: boolean
  /** The values that are no longer stored after the suggestion was followed. */
  readonly emptied: readonly string[]
  readonly isServerError: boolean
}

const families = Object.keys(FAMILIES) as Family[]

const listed: Attempt[] = families.flatMap((family) =>
  FAMILIES[family].flatMap((wrong, index) =>
    transportsOf(wrong, index).map((transport) => ({ family, wrong, transport })),
  ),
)

const generated: Attempt[] = generatedCalls().map(({ family, ...wrong }) => ({
  family,
  wrong,
  transport: 'http',
  isGenerated: true,
}))

function transportsOf({ call, only }: WrongCall, index: number): Transport[] {
  if (only !== undefined) return [only]
  if (!isToolCall(call)) return ['http']
  return index < CALLS_BY_COMMAND ? ['http', 'mcp', 'cli'] : ['http', 'mcp']
}

let gateway: TestGateway
const results: Result[] = []

beforeAll(async () => {
  gateway = await openGateway({ config: { toolsDir: TOOLS } })
  const waiting = [...listed, ...generated]
  const next = async (): Promise<void> => {
    const attempt = waiting.shift()
    if (attempt === undefined) return
    results.push(await examine(attempt))
    return next()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, next))
}, 600_000)

afterAll(() => gateway.close())

const fixtures = new Map<Family, ReturnType<typeof openFixture>>()

/** Generated calls leave enough behind for the next ones, so they need no fixture of their own. */
function shared(family: Family) {
  const fixture = fixtures.get(family) ?? openFixture(gateway, family)
  fixtures.set(family, fixture)
  return fixture
}

/** Makes the call, follows the suggestion, and makes the call again. */
async function examine({ family, wrong, transport, isGenerated }: Attempt): Promise<Result> {
  const isShared = isGenerated && !destroys(wrong.call)
  const fixture = await (isShared ? shared(family) : openFixture(gateway, family))
  const before = await fixture.stored()
  const answer = await fixture.make(wrong.call, transport)
  const result = {
    title: `${family}/${transport}: ${wrong.title}`,
    transport,
    emptied: [] as string[],
    succeeds: !answer.isError,
    isServerError: answer.status === 500,
  }
  if (!answer.isError) {
    return { ...result, fault: wrong.mayBeAccepted ? undefined : `accepted: ${answer.text}` }
  }
  const next = await followSuggestion(fill(wrong.call, fixture.ids), answer, {
    key: ROOT_KEY,
    make: (call) => fixture.make(call, isToolCall(call) ? transport : 'http'),
  })
  if (next === undefined) return { ...result, fault: `no step to take: ${answer.text}` }

  const second = await fixture.make(next, transport)
  const after = await fixture.stored()
  // The caller wanted to replace the row that it named. Generated calls name that of invoice_jan.
  const call = JSON.stringify([fill(wrong.call, fixture.ids), isGenerated && 'invoice_jan'])
  const named = call.replace('invoice_jan', String(fixture.ids.d1))
  const isMeant = (entry: string) => destroys(next) || named.includes(entry.split(' ')[1] ?? '')
  const emptied = [...before].filter((entry) => !after.has(entry) && !isMeant(entry))
  const isSame = second.isError && second.body?.error === answer.body?.error
  const fault = isSame ? `${answer.text} → ${JSON.stringify(next)} → the same error` : undefined
  const isServerError = result.isServerError || second.status === 500
  return { ...result, emptied, isServerError, fault, succeeds: !second.isError }
}

const DESTROYING = new Set(
  [
    ...catalog.groups.flatMap(({ tools }) => tools),
    ...catalog.families.flatMap((f) => f.genericTools),
  ]
    .filter(({ effect, name }) => effect === 'destroy' || name === 'undo_change')
    .map(({ name }) => name),
)

const destroys = (call: Call): boolean => isToolCall(call) && DESTROYING.has(call.tool)

test('there are at least 150 wrong calls that people and models make, over all transports', () => {
  expect(listed.length).toBeGreaterThanOrEqual(150)
  expect(new Set(listed.map(({ transport }) => transport))).toEqual(new Set(['http', 'mcp', 'cli']))
})

test('every tool has generated wrong calls', () => {
  expect(generated.length).toBeGreaterThanOrEqual(150)
})

test('none of them ends in a server error', () => {
  expect(results.filter(({ isServerError }) => isServerError)).toEqual([])
})

test('a suggestion that is followed to the letter never empties what is stored', () => {
  expect(results.filter(({ emptied }) => emptied.length > 0)).toEqual([])
})

test('at least 95 of 100 can be fixed by following the suggestion', () => {
  const report = (['http', 'mcp', 'cli'] as const).map((transport) => {
    const own = results.filter((result) => result.transport === transport)
    return `${transport} ${own.filter(({ fault }) => fault === undefined).length}/${own.length}`
  })
  const faults = results.filter(({ fault }) => fault !== undefined)
  const share = ((results.length - faults.length) / results.length) * 100
  console.log(`Wrong calls fixable in one step: ${share.toFixed(1)} % (${report.join(', ')})`)
  const later = results.filter(({ fault, succeeds }) => fault === undefined && !succeeds)
  console.log(
    `  ${later.length} of these ${results.length - faults.length} then meet a later error`,
  )
  for (const { title, fault } of faults) console.log(`  ${title}: ${fault?.slice(0, 700)}`)
  expect(share).toBeGreaterThanOrEqual(95)
})
