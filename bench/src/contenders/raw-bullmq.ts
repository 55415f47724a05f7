// BullMQ as its users have it: delayed jobs and one worker. Each line on standard input is one run
// `{ count, dueAt, postUrl? }`; the answer is printed when all jobs are done.
import { createInterface } from 'node:readline'
import { createPostgresBackend, Queue, Worker, withBackend } from 'bullmq'
import { Agent, fetch } from 'undici'
import { announce } from './serve.ts'

type Run = { count: number; dueAt: number; postUrl?: string }

// biome-ignore lint/style/noProcessEnv: a contender is a process of its own, set up by its parent.
const { BENCH_DATABASE_URL, BENCH_REDIS_URL } = process.env
const NAME = `bench-${Date.now()}`
const OPTIONS = { concurrency: 100, drainDelay: 5 }
const dispatcher = new Agent({ connections: 100 })

let run: Run = { count: 0, dueAt: 0 }
let left = 0

async function work(): Promise<void> {
  if (run.postUrl === undefined) return
  const body = JSON.stringify({ timestamp: new Date(run.dueAt), data: { prompt: 'Prompt' } })
  const response = await fetch(run.postUrl, { method: 'POST', body, dispatcher })
  await response.arrayBuffer()
}

const { queue, worker } = open()
worker.on('completed', () => {
  left--
  if (left === 0) process.stdout.write(`${JSON.stringify({ doneAt: Date.now() })}\n`)
})

function open() {
  if (BENCH_REDIS_URL) {
    const connection = { url: BENCH_REDIS_URL, maxRetriesPerRequest: null }
    return {
      queue: new Queue(NAME, { connection }),
      worker: new Worker(NAME, work, { ...OPTIONS, connection }),
    }
  }
  const postgres = withBackend(createPostgresBackend)
  const connection = { connectionString: BENCH_DATABASE_URL, schema: 'bench_queue', migrate: true }
  return {
    queue: new postgres.Queue(NAME, { connection }),
    worker: new postgres.Worker(NAME, work, { ...OPTIONS, connection }),
  }
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  run = JSON.parse(line)
  left = run.count
  const opts = { delay: run.dueAt - Date.now(), removeOnComplete: true }
  await queue.addBulk(Array.from({ length: run.count }, () => ({ name: 'job', data: {}, opts })))
})

await worker.waitUntilReady()
announce('ready:')
