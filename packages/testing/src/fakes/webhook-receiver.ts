import type { ServerResponse } from 'node:http'
import { type Exchange, type FakeServer, serve } from './serve.ts'

export type Received = Exchange & { readonly id: string; readonly prompt: string }

/** Records webhooks in the order of their arrival. */
export type WebhookReceiver = FakeServer & {
  readonly received: Received[]
  /** Sets the response from now on; the default is an empty 200. */
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
