import type { ServerResponse } from 'node:http'
import { type Exchange, type FakeServer, json, serve } from './serve.ts'

type Message = {
  readonly agentId: string
  readonly text: string
  readonly otid: string | null
  readonly runId: string
}

/** The part of Letta's documented HTTP API that we use: agents, messages, tools. */
export type LettaDouble = FakeServer & {
  readonly agents: Map<string, { id: string; name: string; description: string | null }>
  /** Messages of all agents, in order. */
  readonly messages: Message[]
  readonly requests: Exchange[]
  readonly tools: { id: string; source_code: string; description: string | null }[]
  /** How the server treats messages for an agent from now on; undefined: normally. */
  fail(agentId: string, how: number | 'hang' | 'hang after storing it' | undefined): void
  add(...ids: string[]): void
}

type Options = { agents?: readonly string[]; token?: string }

export async function startLetta({ agents = [], token }: Options = {}): Promise<LettaDouble> {
  const known: LettaDouble['agents'] = new Map()
  const messages: Message[] = []
  const requests: Exchange[] = []
  const tools: LettaDouble['tools'] = []
  const failing = new Map<string, number | 'hang' | 'hang after storing it'>()
  const add = (...ids: string[]) => {
    for (const id of ids) known.set(id, { id, name: `Agent ${id}`, description: null })
  }
  add(...agents)

  const leave = (agentId: string, body: string, response: ServerResponse) => {
    const how = failing.get(agentId)
    if (how === 'hang') return
    if (typeof how === 'number')
      return json(response, how, { detail: 'failure requested by the test' })
    const sent = JSON.parse(body).messages as {
      role: string
      content: { text: string }[] | string
      otid?: string
    }[]
    const runId = `run-${messages.length + 1}`
    for (const { content, otid } of sent) {
      const text = typeof content === 'string' ? content : content.map((part) => part.text).join('')
      messages.push({ agentId, text, otid: otid ?? null, runId })
    }
    if (how === 'hang after storing it') return
    json(response, 200, { id: runId, agent_id: agentId, status: 'created', background: true })
  }

  const server = await serve((exchange, response) => {
    const { method, path, query, headers, body } = exchange
    requests.push(exchange)
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) {
      return json(response, 401, { detail: 'Unauthorized' })
    }
    const [, , resource, id, part, way] = path.split('/').map(decodeURIComponent)
    const route = `${method} ${resource ?? ''}`
    if (route === 'GET health') return json(response, 200, { version: '0.16.0', status: 'ok' })
    if (route === 'PUT tools') {
      const { source_code, description = null } = JSON.parse(body)
      const tool = { id: `tool-${tools.length + 1}`, source_code, description }
      tools.push(tool)
      return json(response, 200, { ...tool, name: /def (\w+)/.exec(source_code)?.[1] ?? null })
    }
    if (resource !== 'agents') return json(response, 404, { detail: 'Not Found' })
    if (!id) {
      const all = [...known.values()]
      const after = all.findIndex((agent) => agent.id === query.get('after'))
      return json(response, 200, all.slice(after + 1).slice(0, Number(query.get('limit') ?? 50)))
    }
    const agent = known.get(id)
    if (agent === undefined) return json(response, 404, { detail: `Agent ${id} not found` })
    if (part === undefined) return json(response, 200, agent)
    if (part !== 'messages') return json(response, 404, { detail: 'Not Found' })
    if (method === 'POST' && (way === undefined || way === '' || way === 'async')) {
      return leave(id, body, response)
    }
    const own = messages.filter(({ agentId }) => agentId === id).reverse()
    json(
      response,
      200,
      own.slice(0, Number(query.get('limit') ?? 100)).map(({ text, otid, runId }, index) => ({
        id: `message-${index}`,
        message_type: 'user_message',
        content: text,
        otid,
        run_id: runId,
      })),
    )
  })
  const fail: LettaDouble['fail'] = (agentId, how) => {
    if (how === undefined) failing.delete(agentId)
    else failing.set(agentId, how)
  }
  return { ...server, agents: known, messages, requests, tools, fail, add }
}
