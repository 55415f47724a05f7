import { type Agent, request as httpRequest } from 'node:http'
import type { FuzzRequest } from './generate-request.ts'

export type Reply = {
  readonly status: number
  readonly text: string
  readonly milliseconds: number
}

const TIMEOUT_MS = 60_000
const LONGEST_TEXT = 2000

/** Sends one request and reads the whole answer; rejects if the connection breaks or nothing comes. */
export function send(url: string, agent: Agent, request: FuzzRequest): Promise<Reply> {
  const { method, path, headers, body } = request
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url + path, { method, headers, agent, timeout: TIMEOUT_MS })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 60 s')))
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length < LONGEST_TEXT) text += chunk
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          milliseconds: performance.now() - began,
        }),
      )
    })
    outgoing.end(body)
  })
}
