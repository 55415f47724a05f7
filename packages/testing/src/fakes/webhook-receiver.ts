import type { ServerResponse } from 'node:http'
import { type Exchange, type FakeServer, serve } from './serve.ts'

export type Received = Exchange & { readonly id: string; readonly prompt: string }

/** Takes webhooks and remembers them in the order in which they came. */
export type WebhookReceiver = FakeServer & {
  readonly received: Received[]
  /** What it answers from now on: 200 and nothing, unless told. */
  answer(how: (received: Received, response: ServerResponse) => void): void
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  let answer = (_received: Received, response: ServerResponse): void => {
    response.writeHead(200).end()
  }
  const server = await serve((exchange, response) => {
    const { prompt } = (JSON.parse(exchange.body) as { data: { prompt: string } }).data
    const entry = { ...exchange, id: exchange.headers['webhook-id'] ?? '', prompt }
    received.push(entry)
    answer(entry, response)
  })
  return {
    ...server,
    received,
    answer(how) {
      answer = how
    },
  }
}
