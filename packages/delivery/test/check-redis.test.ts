import { once } from 'node:events'
import { createServer } from 'node:net'
import { redisUrl } from '@quartermaster/testing'
import { ConfigError } from '@quartermaster/toolkit'
import { expect, onTestFinished, test } from 'vitest'
import { checkRedis } from '../src/dispatch/check-redis.ts'

test('a Redis that answers is accepted', async () => {
  await checkRedis(await redisUrl())
})

test.each([
  ['redis://', 'must name a host'],
  ['redis:///0', 'must name a host'],
  ['redis://127.0.0.1:1', 'ECONNREFUSED'],
])('%s is refused, and the error names the variable', async (url, reason) => {
  const failure = checkRedis(url)
  await expect(failure).rejects.toThrow(ConfigError)
  await expect(failure).rejects.toThrow(reason)
  await expect(failure).rejects.toThrow('REDIS_URL')
})

test('a wrong password and a server that does not respond are refused', async () => {
  const url = new URL(await redisUrl())
  url.username = 'nobody'
  url.password = 'wrong'
  await expect(checkRedis(url.href)).rejects.toThrow('WRONGPASS')

  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  await expect(checkRedis(`redis://127.0.0.1:${port}`, 300)).rejects.toThrow('REDIS_URL')
})
