import { describe, expect, test } from 'vitest'
import { FOLDERS, folder, startWithThreads } from './threads.ts'

describe('mode "many"', () => {
  test('keeps several toolsets active and clears nothing', async () => {
    const { thread } = await startWithThreads()
    const { choose, say, history, tools, call } = thread('t1')
    await choose('Multiply')
    await say('hello')
    expect((await choose({ name: 'Web', mode: 'many' })).body).toMatchObject({
      mode: 'many',
      active: [{ id: 'Multiply' }, { id: 'Web' }],
      history_cleared: false,
      message: expect.stringMatching(/" are active now\. The chat history is kept\.$/),
    })
    const again = (await choose({ name: 'Web', mode: 'many' })).body
    expect(again.message).toContain('" are already set')
    expect(await tools()).toEqual(['multiply', 'web_search', 'url_browse'])
    expect((await call('multiply')).status).toBe(200)
    expect((await call('url_browse')).status).toBe(200)

    expect((await choose({ names: ['Web'] })).body.active).toEqual([
      { id: 'Web', label: 'Web Search' },
    ])
    expect((await choose('Disabled')).body).toMatchObject({ mode: 'many', active: [] })
    await choose({ names: ['Web', 'Multiply'] })
    expect(await history()).toEqual(['hello'])

    expect((await choose({ mode: 'one' })).status).toBe(400)
    expect((await choose({ mode: 'one', name: 'Web' })).body).toMatchObject({
      mode: 'one',
      history_cleared: true,
    })
  })

  test('refuses two toolsets with a function of the same name', async () => {
    const { thread } = await startWithThreads({ ...FOLDERS, Other: folder('Other', 'web_search') })
    const { choose, tools } = thread('t1')
    await choose({ name: 'Web', mode: 'many' })
    const { status, body } = await choose('Other')
    expect(status).toBe(409)
    expect(body.error).toContain("'web_search'")
    expect(await tools()).toEqual(['web_search', 'url_browse'])
  })
})
