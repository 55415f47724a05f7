import { sweepContext } from '@quartermaster/context'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startGateway } from './start-gateway.ts'

const HOUR = 3600 * 1000

test('a process whose clock is 40 days ahead expires and deletes nothing too early', async () => {
  const { as, services } = await startGateway()
  await as('Ann').call('push_context', { key: 'plan', value: 'ours', ttl_hours: 1 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 24 * HOUR })
  onTestFinished(() => void vi.useRealTimers())
  const wrong = await startGateway()
  vi.useRealTimers()

  const { rows } = await services.database.pool.query('select now()')
  const skew = wrong.services.clock().getTime() - rows[0].now.getTime()
  expect(Math.abs(skew)).toBeLessThan(HOUR)
  await sweepContext(services.database.db, wrong.services.clock())
  const { body } = await as('Bob').call('get_context', {})
  expect(body.context).toEqual({ plan: 'ours' })
})
