import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

type InternalRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly remoteAddress: string
}

export type InternalResponse = { readonly status: number; readonly text: string }

/**
 * Sends a request without a body to a route of this process that answers with text. `app.inject` does the same,
 * but with streams for the bodies and with headers as on a connection, which takes longer than most calls.
 */
export function sendInternalRequest(
  app: FastifyInstance,
  request: InternalRequest,
): Promise<InternalResponse> {
  return new Promise((resolve) => {
    const incoming = new Incoming(request)
    const outgoing = new Outgoing(resolve)
    // Fastify uses only the members of a request and a response that these classes have.
    app.routing(
      incoming as unknown as IncomingMessage,
      outgoing as unknown as ServerResponse<IncomingMessage>,
    )
  })
}

class Incoming extends EventEmitter {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly socket: { readonly remoteAddress: string }
  readonly httpVersionMajor = 1

  constructor({ method, url, headers, remoteAddress }: InternalRequest) {
    super()
    this.method = method
    this.url = url
    this.headers = { host: 'localhost', ...headers }
    this.socket = { remoteAddress }
  }
}

class Outgoing extends EventEmitter {
  statusCode = 200
  headersSent = false
  writableEnded = false
  writableFinished = false
  destroyed = false
  readonly #onEnd: (response: InternalResponse) => void

  constructor(onEnd: (response: InternalResponse) => void) {
    super()
    this.#onEnd = onEnd
  }

  hasHeader(): boolean {
    return false
  }

  setHeader(): void {}

  writeHead(status: number): this {
    this.statusCode = status
    this.headersSent = true
    return this
  }

  end(text: string | Buffer | null = ''): void {
    if (this.writableEnded) return
    this.writableEnded = true
    this.writableFinished = true
    this.#onEnd({ status: this.statusCode, text: String(text ?? '') })
    this.emit('finish')
    this.destroy()
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('close')
  }
}
