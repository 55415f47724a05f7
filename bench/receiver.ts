import { Worker as Thread } from 'node:worker_threads'

export type Receiver = {
  readonly url: string
  /** How late each came since it was last asked. */
  take(): Promise<number[]>
  stop(): Promise<unknown>
}

// In a thread of its own: a receiver elsewhere would not share the sender's.
const RECEIVER = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  let late = []
  const server = createServer(async (request, response) => {
    const now = Date.now()
    const body = Buffer.concat(await request.toArray())
    late.push(now - Date.parse(JSON.parse(body).timestamp))
    response.end()
  })
  parentPort.on('message', () => {
    parentPort.postMessage(late)
    late = []
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

export async function startReceiver(): Promise<Receiver> {
  const thread = new Thread(RECEIVER, { eval: true })
  const answer = <T>() => new Promise<T>((resolve) => thread.once('message', resolve))
  const port = await answer<number>()
  return {
    url: `http://127.0.0.1:${port}/`,
    take() {
      const late = answer<number[]>()
      thread.postMessage('take')
      return late
    },
    stop: () => thread.terminate(),
  }
}
