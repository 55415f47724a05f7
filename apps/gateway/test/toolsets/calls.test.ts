import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eventually, MULTIPLY } from '@quartermaster/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startWithFolders } from './folders.ts'

describe('a call', () => {
  test('J-10 J-13 returns the bare value', async () => {
    const { call } = await startWithFolders({
      Multiply: MULTIPLY,
      Echo: {
        'manifest.yaml':
          'tool_name: Echo\ntool_list: [{name: echo, description: E., parameters: {type: object, properties: {value: {}}}}]',
        'tool.ts': 'export default { echo({ value }) { return value } }',
      },
    })
    const answer = await call('Multiply', 'multiply', { multiplicand: 6, multiplier: 7 })
    expect([answer.status, answer.text]).toEqual([200, '42'])
    for (const value of ['"s"', '{"a":1}', '[1]', '3', '0', '""', 'false', 'null']) {
      const { text } = await call('Echo', 'echo', `{"value":${value}}`)
      expect(text).toBe(value)
    }
    const exact = '{"__proto__":{"n":12345678901234567890},"s":"é😀"}'
    expect((await call('Echo', 'echo', `{"value":${exact}}`)).text).toBe(exact)
    expect((await call('Echo', 'echo')).text).toBe('null')
  })

  test('J-16 J-17 names invalid arguments and does not run the method', async () => {
    const mark = join(await mkdtemp(join(tmpdir(), 'quartermaster-mark-')), 'ran')
    onTestFinished(() => rm(dirname(mark), { recursive: true }))
    const marking = `import { appendFileSync } from 'node:fs'
export class Tools { tool_multiply() { appendFileSync(${JSON.stringify(mark)}, 'x'); return 1 } }`
    const manifest = `permissions: [files]\n${MULTIPLY['manifest.yaml']}`
    const { call } = await startWithFolders({
      Multiply: { ...MULTIPLY, 'manifest.yaml': manifest, 'tool.ts': marking },
    })
    const wrong = async (body: unknown) => {
      const answer = await call('Multiply', 'multiply', body)
      expect(answer.status).toBe(400)
      return answer.body.error
    }
    expect(await wrong({ multiplicand: 6 })).toContain("'multiplier'")
    expect(await wrong({ multiplicand: 6, multiplier: 7, foo: 1 })).toContain("'foo'")
    expect(await wrong({ multiplicand: 'abc', multiplier: 7 })).toContain("'multiplicand'")
    expect(await wrong('{"multiplicand": 6,')).toContain('cannot be read')
    expect(await wrong({ tool_name: 'multiply', parameters: '{bad', request_id: 'r' })).toContain(
      'cannot be parsed',
    )
    await expect(readFile(mark)).rejects.toThrow()

    const once = { headers: { 'idempotency-key': 'k1' } }
    const good = { multiplicand: 1, multiplier: 1 }
    expect((await call('Multiply', 'multiply', good, once)).status).toBe(200)
    const again = await call('Multiply', 'multiply', good, once)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await readFile(mark, 'utf8')).toBe('x')
  })

  test('J-26 validates nested arguments', async () => {
    const { call } = await startWithFolders({
      Deep: {
        'manifest.yaml': `tool_name: Deep
tool_list:
  - name: save
    description: Save.
    parameters:
      type: object
      properties:
        place: {type: object, properties: {x: {type: number}}, required: [x]}
        rows: {type: array, items: {type: object, properties: {id: {type: integer}}, required: [id]}}
        ratio: {type: string, enum: ["1:1", 16:9]}
        size: {type: string, enum: [1K, 2K]}
        flag: {type: boolean}
        count: {type: integer, minimum: 1}
`,
        'tool.ts': 'export default { save: (input) => input }',
      },
    })
    const good = {
      place: { x: 1.5 },
      rows: [{ id: 1 }],
      ratio: '1:1',
      size: '1K',
      flag: false,
      count: 3,
    }
    expect((await call('Deep', 'save', good)).body).toEqual(good)
    const wrong: [object, string][] = [
      [{ place: {} }, 'place.x'],
      [{ place: { x: 1, y: 2 } }, 'place.y'],
      [{ rows: [{ id: 1 }, { id: 'x' }] }, 'rows[1].id'],
      [{ ratio: '4:3' }, '"1:1", "16:9"'],
      [{ size: 1000 }, '"1K"'],
      [{ flag: 'maybe' }, 'flag'],
      [{ count: 0 }, 'count'],
      [{ count: 1.5 }, 'count'],
    ]
    for (const [input, words] of wrong) {
      const { status, body } = await call('Deep', 'save', input)
      expect([status, body.error]).toEqual([400, expect.stringContaining(words)])
    }
  })

  test('J-15 fails alone when its function throws, exits or loops', async () => {
    const { call } = await startWithFolders({
      Multiply: MULTIPLY,
      Bad: {
        'manifest.yaml': `tool_name: Bad
tool_list: [{name: boom, description: B.}, {name: exit, description: E.}, {name: loop, timeout: 1, description: L.}]`,
        'tool.ts': `export default {
  boom() { throw new Error('boom in ' + import.meta.filename) },
  exit() { process.exit(0) },
  loop() { for (;;); },
}`,
      },
    })
    const input = { multiplicand: 6, multiplier: 7 }
    const boom = await call('Bad', 'boom')
    expect(boom.status).toBe(500)
    expect(boom.body).toMatchObject({ success: false, code: 'tool_failed' })
    expect(boom.body.error).toContain('boom in')
    expect(boom.text).not.toMatch(/tool\.ts|quartermaster-tools/)
    expect((await call('Bad', 'exit')).body.error).toContain('ended its process')
    const [loop, other] = await Promise.all([
      call('Bad', 'loop'),
      call('Multiply', 'multiply', input),
    ])
    expect([loop.status, loop.body.code]).toEqual([504, 'deadline_exceeded'])
    expect(other.body).toBe(42)
    expect((await call('Bad', 'boom')).status).toBe(500)
  })

  test('uses hidden defaults and the methods that the manifest declares', async () => {
    const { call, request } = await startWithFolders({
      Show: {
        'manifest.yaml': `tool_name: Show
defaults: {tenant: acme}
tool_list:
  - {name: show, method: GET, description: S., parameters: {type: object, properties: {tenant: {type: string}, n: {type: integer}}, required: [tenant]}}
  - {name: post_only, description: P.}`,
        'tool.ts': 'export default { show: (input) => input, post_only: () => 1 }',
      },
    })
    const shown = await call('Show', 'show', { tenant: 'other', n: '3' })
    expect(shown.body).toEqual({ tenant: 'acme', n: 3 })
    const got = await request('GET', '/v1/toolsets/Show/tools/show?n=3')
    expect(got.body).toEqual({ tenant: 'acme', n: 3 })
    const refused = await request('GET', '/v1/toolsets/Show/tools/post_only')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
    const deleted = await request('DELETE', '/v1/toolsets/Show/tools/show')
    expect(deleted.headers.get('allow')).toBe('GET, POST')
    expect(deleted.body).toMatchObject({
      error: "The tool 'show' is called by GET or POST, not by DELETE.",
      suggestion: 'Send the call as GET or POST.',
    })
    const asked = await request('OPTIONS', '/v1/toolsets/Show/tools/post_only')
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('needs a key, respects the allow-list and is in the call log', async () => {
    const { call, request } = await startWithFolders({ Multiply: MULTIPLY })
    await call('Multiply', 'multiply', { multiplicand: 1, multiplier: 2 })
    const { body } = await request('GET', '/v1/calls')
    expect(body.calls[0]).toMatchObject({
      tool: 'multiply',
      path: '/v1/toolsets/Multiply/tools/multiply',
    })
    expect((await call('Multiply', 'multiply', {}, { key: null })).status).toBe(401)
    await request('POST', '/v1/agents', { body: { name: 'Ada', allowed_tools: [] } })
    const input = { multiplicand: 1, multiplier: 2 }
    const denied = await call('Multiply', 'multiply', input, { headers: { 'x-agent': 'Ada' } })
    expect(denied.status).toBe(403)
  })
})

describe('A12 a repeated call', () => {
  const FAILING = {
    'manifest.yaml': `tool_name: Failing
permissions: [files]
tool_list:
  - {name: fail, description: F., parameters: {type: object, properties: {file: {type: string}}}}
  - {name: hang, timeout: 1, description: H., parameters: {type: object, properties: {file: {type: string}}}}
`,
    'tool.ts': `import { appendFileSync } from 'node:fs'
export class Tools {
  fail({ file }) { appendFileSync(file, 'x'); throw new Error('after the effect') }
  hang({ file }) { appendFileSync(file, 'x'); return new Promise(() => {}) }
}`,
  }

  test.each([
    ['fail', 500],
    ['hang', 504],
  ])('of %s fails the same way and does not act again', async (name, status) => {
    const { call } = await startWithFolders({ Failing: FAILING })
    const file = join(await mkdtemp(join(tmpdir(), 'quartermaster-mark-')), 'ran')
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    const once = { headers: { 'idempotency-key': 'k1' } }
    const first = await call('Failing', name, { file }, once)
    // The failure is stored when the process has ended, shortly after a deadline's answer.
    const repeat = async () => {
      const repeated = await call('Failing', name, { file }, once)
      expect(repeated.status).toBe(status)
      return repeated
    }
    const again = await eventually(repeat)
    expect(first.status).toBe(status)
    expect(again.body).toMatchObject({ code: first.body.code, error: first.body.error })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body.retryable).toBe(false)
    expect(again.body.suggestion).toContain('send a new idempotency key')
    expect(await readFile(file, 'utf8')).toBe('x')
  })
})
