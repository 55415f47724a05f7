import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@quartermaster/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Files, FOLDERS, startWithThreads } from './threads.ts'

describe('while a call runs', () => {
  const waiting: Files = {
    'manifest.yaml': `permissions: [files]
tool_human_name: Waiting
tool_list: [{name: wait, description: W., timeout: 20, parameters: {type: object, properties: {file: {type: string}}}}]`,
    // It waits until the test has written a file.
    'tool.ts': `import { appendFileSync, existsSync } from 'node:fs'
export class Tools {
  async wait({ file }) {
    appendFileSync(file + '.begun', '')
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10))
    return 'done'
  }
}`,
  }

  test('the toolset cannot be switched in any gateway; afterwards it can', async () => {
    const { thread } = await startWithThreads({ ...FOLDERS, Waiting: waiting })
    const { choose, say, call, history, agent } = thread('t1')
    const dir = await mkdtemp(join(tmpdir(), 'quartermaster-wait-'))
    onTestFinished(() => rm(dir, { recursive: true }))
    const file = join(dir, 'go')
    await choose('Waiting')
    await say('hello')
    const call1 = call('wait', { file })
    await eventually(async () => (await import('node:fs/promises')).access(`${file}.begun`))
    const refused = await choose('Web')
    expect([refused.status, refused.body.code]).toEqual([409, 'in_flight'])
    expect((await choose('Disabled')).status).toBe(409)
    expect((await choose('Waiting')).body.message).toContain('already set')
    expect((await agent()).name).toBe('Waiting')
    expect(await history()).toEqual(['hello'])
    // Another thread of the same agent is not concerned.
    expect((await thread('t2').choose('Web')).status).toBe(200)

    await writeFile(file, '')
    expect((await call1).body).toBe('done')
    expect((await choose('Web')).body).toMatchObject({ history_cleared: true })
  })

  test('a call whose gateway died blocks a switch only until its deadline', async () => {
    const { thread, services } = await startWithThreads()
    const { choose } = thread('t1')
    await choose('Multiply')
    const { db } = services.database
    const { id, workspace_id } = await db
      .selectFrom('threads')
      .selectAll()
      .executeTakeFirstOrThrow()
    const left = { thread: id, workspace_id, ends_by: new Date(Date.now() + 60_000) }
    await db.insertInto('thread_calls').values(left).execute()
    expect((await choose('Web')).status).toBe(409)
    await db
      .updateTable('thread_calls')
      .set({ ends_by: new Date(0) })
      .execute()
    expect((await choose('Web')).status).toBe(200)
  })

  test('concurrent switches and calls: each call reaches the active folder or is refused', async () => {
    const { thread, services } = await startWithThreads()
    const { choose, call } = thread('t1')
    await choose('Multiply')
    const names = ['multiply', 'web_search']
    const calls = Array.from({ length: 30 }, (_, at) => call(names[at % 2] ?? ''))
    const switches = Array.from({ length: 10 }, (_, at) => choose(at % 2 ? 'Multiply' : 'Web'))
    for (const { status } of await Promise.all(calls)) expect([200, 404, 409]).toContain(status)
    for (const { status } of await Promise.all(switches)) expect([200, 409]).toContain(status)
    const { db } = services.database
    expect(await db.selectFrom('thread_calls').selectAll().execute()).toEqual([])
  })
})
