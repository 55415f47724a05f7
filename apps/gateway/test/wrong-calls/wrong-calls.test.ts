import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from '../start-gateway.ts'
import { contextCalls } from './context-calls.ts'
import { doorCalls } from './door-calls.ts'
import { type Door, fill, type Outcome, openFixture } from './fixture.ts'
import { followSuggestion } from './follow-suggestion.ts'
import { promptCalls } from './prompt-calls.ts'
import { restCalls } from './rest-calls.ts'
import { tableCalls } from './table-calls.ts'
import { toolsetCalls } from './toolset-calls.ts'
import { isToolCall, type WrongCall } from './wrong-call.ts'

const FAMILIES = {
  context: contextCalls,
  prompts: promptCalls,
  tables: tableCalls,
  toolsets: toolsetCalls,
  requests: [...doorCalls, ...restCalls],
}
const CONCURRENCY = 4
const TOOLS = join(fileURLToPath(new URL('../../../../', import.meta.url)), 'tools')

type Family = keyof typeof FAMILIES

type Result = {
  readonly family: Family
  readonly title: string
  /** Why the call cannot be fixed in one step; undefined if it can. */
  readonly fault: string | undefined
  /** What is no longer stored after the suggestion was followed. */
  readonly emptied: readonly string[]
  readonly isServerError: boolean
}

const families = Object.keys(FAMILIES) as Family[]

const attempts = families.flatMap((family) =>
  FAMILIES[family].flatMap((wrong) =>
    doorsOf(wrong).map((door) => ({
      family,
      wrong,
      door,
      title: `${family}/${door}: ${wrong.title}`,
    })),
  ),
)

function doorsOf({ call, then, only }: WrongCall): Door[] {
  if (only !== undefined) return [only]
  return isToolCall(call) && isToolCall(then) ? ['http', 'mcp'] : ['http']
}

let gateway: TestGateway
const results: Result[] = []

beforeAll(async () => {
  gateway = await openGateway({ config: { toolsDir: TOOLS } })
  const waiting = [...attempts]
  const next = async (): Promise<void> => {
    const attempt = waiting.shift()
    if (attempt === undefined) return
    results.push(await examine(attempt))
    return next()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, next))
}, 600_000)

afterAll(() => gateway.close())

async function examine({ family, wrong, door, title }: (typeof attempts)[number]): Promise<Result> {
  const fixture = await openFixture(gateway, family)
  const before = await fixture.stored()
  const answer = await fixture.make(wrong.call, door)
  const isServerError = answer.status >= 500

  const filled = fill(wrong.call, fixture.ids)
  const followed = answer.isError ? followSuggestion(filled, answer) : undefined
  const afterFollowing = followed && (await fixture.make(followed, door))
  const after = await fixture.stored()
  const emptied = answer.isError ? [...before].filter((entry) => !after.has(entry)) : []

  const result = { family, title, emptied, isServerError }
  if (!answer.isError) {
    return { ...result, fault: wrong.mayBeAccepted ? undefined : `accepted: ${answer.text}` }
  }
  const missing = wrong.says.filter((part) => !contains(readable(answer), part, fixture.ids))
  if (missing.length > 0) {
    return { ...result, fault: `does not say ${missing.join(', ')}: ${answer.text}` }
  }
  if (afterFollowing?.isError && afterFollowing.body?.error === answer.body?.error) {
    return { ...result, fault: `the suggestion leads to the same error: ${answer.text}` }
  }
  const hasChanged = afterFollowing !== undefined && !afterFollowing.isError
  const next = hasChanged ? await openFixture(gateway, family) : fixture
  const then = await next.make(wrong.then, door)
  return { ...result, fault: then.isError ? `the next call fails: ${then.text}` : undefined }
}

/** The answer as a model reads it: the two texts without JSON escapes, then everything. */
const readable = ({ body, text }: Outcome) =>
  [body?.error, body?.suggestion, text].filter((part) => typeof part === 'string').join('\n')

function contains(text: string, part: string | RegExp, ids: Record<string, unknown>): boolean {
  if (typeof part === 'string') return text.includes(fill(part, ids))
  return new RegExp(fill(part.source.replace(/\\\{(\w+)\\\}/g, '{$1}'), ids), part.flags).test(text)
}

test('there are at least 150 wrong calls, over all families and doors', () => {
  expect(attempts.length).toBeGreaterThanOrEqual(150)
})

test('none of them ends in a server error', () => {
  expect(results.filter(({ isServerError }) => isServerError)).toEqual([])
})

test('a suggestion that is followed to the letter never empties what is stored', () => {
  expect(results.filter(({ emptied }) => emptied.length > 0)).toEqual([])
})

test('at least 95 of 100 can be fixed in one step', () => {
  const report = families.map((family) => {
    const own = results.filter((result) => result.family === family)
    return `${family} ${own.filter(({ fault }) => fault === undefined).length}/${own.length}`
  })
  const faults = results.filter(({ fault }) => fault !== undefined)
  const share = ((results.length - faults.length) / results.length) * 100
  console.log(`Wrong calls fixable in one step: ${share.toFixed(1)} % (${report.join(', ')})`)
  for (const { title, fault } of faults) console.log(`  ${title}: ${fault?.slice(0, 400)}`)
  expect(share).toBeGreaterThanOrEqual(95)
})
