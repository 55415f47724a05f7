import { APIUserAbortError, Letta as LettaClient, LettaError } from '@letta-ai/letta-client'
import { guardedFetch, OutboundError, openOutbound } from '@quartermaster/outbound'
import type { Arrived } from './targets/target.ts'

export type LettaSettings = {
  readonly baseUrl: string
  /** The API key or, on a server of one's own, its password. */
  readonly token: string | undefined
}

export type LettaAgent = {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

type Options = { signal?: AbortSignal; beforeWrite?: () => void; timeoutMs?: number }

/** A Letta server, through its own client. What goes wrong there is a LettaFailure in our words. */
export type Letta = {
  readonly settings: LettaSettings
  findAgent(id: string, options?: Options): Promise<LettaAgent | undefined>
  /** The first agents, up to this number. */
  listAgents(most: number, options?: Options): Promise<LettaAgent[]>
  /** Leaves a message and comes back at once with the id of the run that will read it. */
  leaveMessage(
    agentId: string,
    message: { id: string; text: string },
    options: Options,
  ): Promise<string | undefined>
  /** Whether a message with this id is among the agent's latest, and the run that reads it. */
  findMessage(agentId: string, id: string, options?: Options): Promise<Arrived>
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
  /** Set when there was no answer at all. */
  readonly silence: OutboundError | undefined

  constructor(
    message: string,
    {
      cause,
      status,
      headers,
      silence,
    }: {
      cause: unknown
      status?: number
      headers?: Record<string, string>
      silence?: OutboundError
    },
  ) {
    super(message, { cause })
    this.status = status
    this.headers = headers ?? {}
    this.silence = silence
  }
}

const TIMEOUT = 10_000
const PAGE = 100

export function openLetta(settings: LettaSettings, connections: number): Letta {
  // The operator's own address, so it may be private; all other guards hold.
  const outbound = openOutbound({ allow: 'any', connections })

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
        return toAgent(await ask(() => client(options).agents.retrieve(id, {}, { signal })))
      } catch (error) {
        if (error instanceof LettaFailure && error.status === 404) return undefined
        throw error
      }
    },

    async listAgents(most, { signal } = {}) {
      const agents = new Map<string, LettaAgent>()
      let after: string | undefined
      while (agents.size < most) {
        const query = { limit: Math.min(PAGE, most), ...(after !== undefined && { after }) }
        const page = await ask(() => shared.agents.list(query, { signal }))
        const before = agents.size
        for (const agent of page.items) agents.set(agent.id, toAgent(agent))
        // A server that does not know pages gives the same one for ever.
        if (agents.size === before || page.items.length < query.limit) break
        after = page.items.at(-1)?.id
      }
      return [...agents.values()].slice(0, most)
    },

    async leaveMessage(agentId, { id, text }, options) {
      const messages = [
        { role: 'user' as const, content: [{ type: 'text' as const, text }], otid: id },
      ]
      const headers = { 'idempotency-key': id }
      const { signal } = options
      const run = await ask(() =>
        client(options).agents.messages.createAsync(agentId, { messages }, { headers, signal }),
      )
      return typeof run?.id === 'string' ? run.id : undefined
    },

    async findMessage(agentId, id, { signal } = {}) {
      const query = { limit: PAGE, order: 'desc' as const }
      const page = await ask(() => shared.agents.messages.list(agentId, query, { signal }))
      const found = page.items.find((message) => 'otid' in message && message.otid === id)
      const runId = found && 'run_id' in found ? found.run_id : undefined
      return { hasArrived: found !== undefined, ...(runId && { runId }) }
    },

    async uploadTool(source_code, description, { signal } = {}) {
      const body = { source_code, ...(description !== undefined && { description }) }
      const tool = await ask(() => shared.tools.upsert(body, { signal }))
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

async function ask<T>(request: () => PromiseLike<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toFailure(error)
  }
}

function toFailure(error: unknown): unknown {
  if (!(error instanceof LettaError)) return error
  if (error instanceof APIUserAbortError)
    return new LettaFailure('Letta was not waited for', { cause: error })
  if (error.cause instanceof OutboundError) {
    const words =
      error.cause.failure === 'timed_out' ? 'did not answer in time' : 'cannot be reached'
    return new LettaFailure(`Letta ${words}`, { cause: error, silence: error.cause })
  }
  const { status, headers } = error as { status?: unknown; headers?: unknown }
  // An id that fits into no path is one that Letta does not have.
  if (typeof status !== 'number') {
    return new LettaFailure('Letta could not be asked', { cause: error, status: 404 })
  }
  const words =
    status === 401 || status === 403
      ? 'Letta refused the credentials: check LETTA_API_KEY or LETTA_SERVER_PASSWORD'
      : `Letta answered with status ${status}`
  return new LettaFailure(words, {
    cause: error,
    status,
    headers: headers instanceof Headers ? Object.fromEntries(headers) : {},
  })
}
