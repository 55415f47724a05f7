import { afterAll, describe, expect, test } from 'vitest'
import { openGateway } from './start-gateway.ts'

const gateway = await openGateway()
afterAll(() => gateway.close())

let workspaces = 0

/** A workspace of its own for each story. */
async function story() {
  const name = `story ${++workspaces}`
  await gateway.request('POST', '/v1/workspaces', { body: { name } })
  return (agent: string) => ({
    call: (tool: string, input: unknown = {}) =>
      gateway
        .as(agent, name)
        .call(tool, input)
        .then(({ body }) => body),
    request: (tool: string, input: unknown, headers: Record<string, string> = {}, query = '') =>
      gateway.request('POST', `/v1/tools/${tool}${query}`, {
        body: input,
        headers: { 'x-agent': agent, 'x-workspace': name, ...headers },
      }),
  })
}

describe('agents share context', () => {
  test('a pushed value reaches the topic’s subscribers and nobody else', async () => {
    const as = await story()
    await as('Sales').call('subscribe_to_topics', { topics: ['leads'] })
    await as('Research').call('push_context', {
      key: 'acme',
      value: '{"stage":"won"}',
      topics: ['leads'],
    })
    expect((await as('Sales').call('get_context')).context).toEqual({ acme: { stage: 'won' } })
    expect((await as('Support').call('get_context')).context).toEqual({})
    expect((await as('Research').call('get_context')).context).toEqual({})
  })

  test('two writers merge instead of overwriting each other', async () => {
    const as = await story()
    const { version } = await as('A').call('push_context', { key: 'plan', value: '["a"]' })
    await as('B').call('push_context', { key: 'plan', value: '["a","b"]', if_version: version })
    const late = await as('A').request('push_context', {
      key: 'plan',
      value: '["a","c"]',
      if_version: version,
    })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'conflict',
      current_version: 2,
      current_value: ['a', 'b'],
      written_by: 'B',
    })
    const merged = { key: 'plan', value: '["a","b","c"]', if_version: late.body.current_version }
    expect((await as('A').request('push_context', merged)).status).toBe(200)
  })

  test('a repeated push is one push', async () => {
    const as = await story()
    const push = () =>
      as('A').request('push_context', { key: 'k', value: '1' }, { 'idempotency-key': 'once' })
    const [first, second] = [await push(), await push()]
    expect(second.body).toEqual(first.body)
    expect((await as('B').call('get_context')).versions).toEqual({ k: 1 })
  })

  test('S55 workspaces with the same keys and topics do not touch each other', async () => {
    const [one, two] = [await story(), await story()]
    for (const as of [one, two]) {
      await as('B').call('subscribe_to_topics', { topics: ['t'] })
      await as('A').call('push_context', {
        key: 'k',
        value: as === one ? '"one"' : '"two"',
        topics: ['t'],
      })
    }
    await one('A').call('delete_topic', { topic: 't', confirm: true })
    expect((await one('B').call('get_context')).context).toEqual({})
    expect((await two('B').call('get_context')).context).toEqual({ k: 'two' })
  })

  test('S57 S58 who is asking comes from the key, never from the arguments', async () => {
    const as = await story()
    await as('A').call('push_context', { key: 'private', value: '1', subscribers: ['M'] })
    const answer = await as('B').request('get_context', { agent_name: 'M' })
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('private')
  })

  test('S64 of 50 concurrent pushes one wins, with its own reader', async () => {
    const as = await story()
    const numbers = Array.from({ length: 50 }, (_, i) => i)
    const answers = await Promise.all(
      numbers.map((i) =>
        as('W').request('push_context', { key: 'k', value: String(i), subscribers: [`R${i}`] }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const seen = await Promise.all(
      numbers.map(async (i) => (await as(`R${i}`).call('get_context')).context.k),
    )
    const readers = numbers.filter((i) => seen[i] !== undefined)
    expect(readers).toHaveLength(1)
    expect(seen[readers[0] ?? -1]).toBe(readers[0])
  })

  test('S65 discover_topics works while others subscribe', async () => {
    const as = await story()
    let stopped = false
    const subscribing = (async () => {
      for (let i = 0; !stopped; i++)
        await as('B').call('subscribe_to_topics', { topics: [`t${i}`] })
    })()
    for (let i = 0; i < 500; i++) expect((await as('A').call('discover_topics')).success).toBe(true)
    stopped = true
    await subscribing
  })

  test('S66 names and keys are case-sensitive, and need not be registered', async () => {
    const as = await story()
    await as('A').call('push_context', { key: 'k', value: '"for ghost"', subscribers: ['ghost'] })
    await as('A').call('push_context', { key: 'K', value: '"large"', subscribers: ['ghost'] })
    expect((await as('ghost').call('get_context')).context).toEqual({ k: 'for ghost', K: 'large' })
    expect((await as('Ghost').call('get_context')).context).toEqual({})
  })
})

describe('hostile input', () => {
  test.each([
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['NUL', '\u0000'],
    ['control characters', '\u0007\n\t'],
    ['an emoji', '😀'],
    ['a blank', ' '],
    ['1,000 characters', 'x'.repeat(1000)],
    ['half a surrogate pair', '\ud800'],
    ['SQL', "'; drop table topics; --"],
    ['wildcards', '%_*?'],
  ])('a key of %s is a key like any other', async (_name, key) => {
    const as = await story()
    const pushed = await as('A').request('push_context', { key, value: '{"__proto__":1}' })
    expect(pushed.status).toBe(200)
    const got = await as('B').request('get_context', { keys: [key] })
    expect(got.status).toBe(200)
    expect(Object.entries(got.body.context)).toEqual([[key, JSON.parse('{"__proto__":1}')]])
    expect((await as('B').call('list_context')).context_keys[0].key).toBe(key)
    expect((await as('B').call('delete_context', { key })).success).toBe(true)
  })

  test.each([
    ['push_context', { key: '', value: '1' }, 'key'],
    ['push_context', { key: 1, value: '1' }, 'key'],
    ['push_context', { key: 'k', value: '1', topics: 'abc' }, 'topics'],
    ['push_context', { key: 'k', value: '1', topics: [''] }, 'topics[0]'],
    ['push_context', { key: 'k', value: '1', ttl_hours: '2' }, 'ttl_hours'],
    ['push_context', { key: 'k', value: '1', ttl_hours: -1 }, 'ttl_hours'],
    ['push_context', { key: 'k', value: '1', ttl_hours: 1e300 }, 'ttl_hours'],
    ['push_context', { key: 'k', value: '1', ttl_hours: 1, ttl: 1 }, 'ttl'],
    ['push_context', { key: 'k', value: '1', if_version: -1 }, 'if_version'],
    ['push_context', { key: 'k', value: `${'['.repeat(101)}${']'.repeat(101)}` }, 'nested'],
    ['read_changes', { cursor: 'nonsense' }, 'cursor'],
    ['list_context', { cursor: 'nonsense' }, 'cursor'],
    ['get_context', { limit: 0 }, 'limit'],
    ['delete_topic', { topic: 't', confirm: 'true' }, 'confirm'],
  ])('%s refuses %j and names %s', async (tool, input, named) => {
    const as = await story()
    const answer = await as('A').request(tool, input)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(named)
    expect((await as('A').call('get_context')).context).toEqual({})
  })

  test('a pattern full of wildcards is answered like any other', async () => {
    const as = await story()
    await as('A').call('push_context', { key: 'a'.repeat(5000), value: '1' })
    const pattern = `${'*a'.repeat(200)}*b`
    const answer = await as('A').request('list_context', { pattern })
    expect(answer.status).toBe(200)
    expect(answer.body.context_keys).toEqual([])
  })
})
