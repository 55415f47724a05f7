import { APIUserAbortError, Letta as LettaClient, LettaError } from '@letta-ai/letta-client'
import {
  guardedFetch,
  OutboundError,
  openOutbound,
  type TraceRequest,
} from '@quartermaster/outbound'
import type { Arrival } from './targets/target.ts'

export type LettaSettings = {
  readonly baseUrl: string
  /** The API key or, on a self-hosted server, its password. */
  readonly token: string | undefined
  /** The workspace that the server belongs to. Other workspaces reach only their own agents on it. */
  readonly workspace: string
}

export type LettaAgent = {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

type Options = { signal?: AbortSignal; beforeWrite?: () => void; timeoutMs?: number }

/** A Letta server, through its official client. Every error is thrown as a `LettaFailure`. */
export type Letta = {
  readonly settings: LettaSettings
  findAgent(id: string, options?: Options): Promise<LettaAgent | undefined>
  /** The first `limit` agents. */
  listAgents(limit: number, options?: Options): Promise<LettaAgent[]>
  /** Queues a message, and returns the id of the run that will read it. */
  sendMessage(
    lettaAgentId: string,
    message: { id: string; text: string },
    options: Options,
  ): Promise<string | undefined>
  /** Looks for a message id among the agent's latest messages. */
  findMessage(lettaAgentId: string, id: string, options?: Options): Promise<Arrival>
  uploadTool(
    source: string,
    description: string | undefined,
    options?: Options,
  ): Promise<{ id: string; name: string | null }>
  close(): Promise<void>
}

export class LettaFailure extends Error {
  override readonly name = 'LettaFailure'
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Set when there was no response. */
  readonly noResponse: OutboundError | undefined

  constructor(
    message: string,
    {
      cause,
      status,
      headers,
      noResponse,
    }: {
      cause: unknown
      status?: number
      headers?: Record<string, string>
      noResponse?: OutboundError
    },
  ) {
    super(message, { cause })
    this.status = status
    this.headers = headers ?? {}
    this.noResponse = noResponse
  }
}

const TIMEOUT = 10_000
const PAGE = 100

export function openLetta(
  settings: LettaSettings,
  connections: number,
  trace?: TraceRequest,
): Letta {
  // The operator configured this address, so it may be private.
  const outbound = openOutbound({ allow: 'any', connections, trace })

  const client = ({ beforeWrite, timeoutMs = TIMEOUT }: Options = {}) =>
    new LettaClient({
      baseURL: settings.baseUrl,
      apiKey: settings.token ?? null,
      maxRetries: 0,
      timeout: timeoutMs + 5000,
      logLevel: 'off',
      fetch: guardedFetch(outbound, {
        timeoutMs,
        maxBytes: 8 * 1024 * 1024,
        ...(beforeWrite && { beforeWrite }),
      }),
    })
  const shared = client()

  return {
    settings,
    close: () => outbound.close(),

    async findAgent(id, options = {}) {
      const { signal } = options
      try {
        return toAgent(await request(() => client(options).agents.retrieve(id, {}, { signal })))
      } catch (error) {
        if (error instanceof LettaFailure && error.status === 404) return undefined
        throw error
      }
    },

    async listAgents(limit, { signal } = {}) {
      const agents = new Map<string, LettaAgent>()
      let after: string | undefined
      while (agents.size < limit) {
        const query = { limit: Math.min(PAGE, limit), ...(after !== undefined && { after }) }
        const page = await request(() => shared.agents.list(query, { signal }))
        const before = agents.size
        for (const agent of page.items) agents.set(agent.id, toAgent(agent))
        // A server that ignores `after` returns the same page again.
        if (agents.size === before || page.items.length < query.limit) break
        after = page.items.at(-1)?.id
      }
      return [...agents.values()].slice(0, limit)
    },

    async sendMessage(lettaAgentId, { id, text }, options) {
      const messages = [
        { role: 'user' as const, content: [{ type: 'text' as const, text }], otid: id },
      ]
      const headers = { 'idempotency-key': id }
      const { signal } = options
      const run = await request(() =>
        client(options).agents.messages.createAsync(
          lettaAgentId,
          { messages },
          { headers, signal },
        ),
      )
      return typeof run?.id === 'string' ? run.id : undefined
    },

    async findMessage(lettaAgentId, id, { signal } = {}) {
      const query = { limit: PAGE, order: 'desc' as const }
      const page = await request(() => shared.agents.messages.list(lettaAgentId, query, { signal }))
      const found = page.items.find((message) => 'otid' in message && message.otid === id)
      const runId = found && 'run_id' in found ? found.run_id : undefined
      return { hasArrived: found !== undefined, ...(runId && { runId }) }
    },

    async uploadTool(source_code, description, { signal } = {}) {
      const body = { source_code, ...(description !== undefined && { description }) }
      const tool = await request(() => shared.tools.upsert(body, { signal }))
      return { id: tool.id, name: tool.name ?? null }
    },
  }
}

const toAgent = ({
  id,
  name,
  description,
}: {
  id: string
  name: string
  description?: string | null
}): LettaAgent => ({
  id,
  name,
  description: description ?? null,
})

async function request<T>(send: () => PromiseLike<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw toFailure(error)
  }
}

function toFailure(error: unknown): unknown {
  if (!(error instanceof LettaError)) return error
  if (error instanceof APIUserAbortError)
    return new LettaFailure('The request to Letta was aborted', { cause: error })
  if (error.cause instanceof OutboundError) {
    const reason =
      error.cause.failure === 'timed_out' ? 'did not answer in time' : 'cannot be reached'
    return new LettaFailure(`Letta ${reason}`, { cause: error, noResponse: error.cause })
  }
  const { status, headers } = error as { status?: unknown; headers?: unknown }
  // The client rejects an id that is not valid in a path. No agent on Letta can have such an id.
  if (typeof status !== 'number') {
    return new LettaFailure('Letta could not be called', { cause: error, status: 404 })
  }
  const message =
    status === 401 || status === 403
      ? 'Letta refused the credentials: check LETTA_API_KEY or LETTA_SERVER_PASSWORD'
      : `Letta answered with status ${status}`
  return new LettaFailure(message, {
    cause: error,
    status,
    headers: headers instanceof Headers ? Object.fromEntries(headers) : {},
  })
}
