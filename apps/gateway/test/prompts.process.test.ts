import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually, startWebhookReceiver } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const ROOT_KEY = 'the-root-key-of-this-test'

/** `pnpm start`, without the installing, on the embedded defaults. */
async function start(dataDir: string) {
  // biome-ignore lint/style/noProcessEnv: a program needs its PATH.
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH,
      HOME,
      PORT: '0',
      LOG_LEVEL: 'silent',
      QM_DATA_DIR: dataDir,
      QM_ROOT_KEY: ROOT_KEY,
      QM_OUTBOUND_ALLOW: '127.0.0.1',
    },
  })
  const exit = once(child, 'exit')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      output += chunk
      const [, found] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? []
      if (found !== undefined && output.includes('curl')) resolve(found)
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    exit.then(() => reject(new Error(`the gateway ended: ${output}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exit
  }
  onTestFinished(() => end('SIGTERM'))
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': ROOT_KEY }
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, unknown>
  }
  return { post, end }
}

test('the gateway is killed while it sends a prompt, and the next start delivers it', {
  timeout: 170_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-prompts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  receiver.answer(() => {})

  const first = await start(join(folder, 'data'))
  await first.post('/v1/agents', {
    name: 'Hook',
    deliver_to: { kind: 'webhook', url: receiver.url },
  })
  const schedule = { agent_id: 'Hook', prompt: 'Do not forget', every: '1s', max_repetitions: 1 }
  const { id } = await first.post('/v1/tools/promptyoself_schedule_every', schedule)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await first.end('SIGKILL')

  receiver.answer((_received, response) => response.end())
  const second = await start(join(folder, 'data'))
  await eventually(() => expect(receiver.received).toHaveLength(2))
  expect(new Set(receiver.received.map((received) => received.id)).size).toBe(1)
  await eventually(async () => {
    const { schedules } = await second.post('/v1/tools/promptyoself_list', {
      include_cancelled: true,
    })
    expect(schedules).toMatchObject([{ id, repetition_count: 1, active: false }])
  })
})
