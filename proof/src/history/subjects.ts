import type { SeededRandom } from '@quartermaster/testing'
import { type Answer, call, mustCall } from '../load/call.ts'
import { hasOrder, type Model, type Operation } from './find-order.ts'
import {
  type KeyInput,
  type KeyOutput,
  keyModel,
  type RowInput,
  type RowOutput,
  rowModel,
  type ScheduleInput,
  type ScheduleOutput,
  scheduleModel,
  type TopicInput,
  type TopicOutput,
  topicModel,
} from './models.ts'

/** Something whose calls must be explainable by one order. */
export type Subject = {
  readonly name: string
  /** One random call by this agent, added to the history. */
  act(agent: string, random: SeededRandom): Promise<void>
  readonly size: () => number
  hasOrder(): boolean
  history(): unknown
}

type Definition<State, Input, Output> = {
  readonly name: string
  readonly model: Model<State, Input, Output>
  readonly choose: (agent: string, random: SeededRandom) => Input
  readonly perform: (input: Input, agent: string) => Promise<Answer>
  readonly outputOf: (input: Input, answer: Answer) => Output
}

/** Statuses that say that nothing has happened. */
const WITHOUT_EFFECT = [429, 503]

function subject<State, Input, Output>({
  name,
  model,
  choose,
  perform,
  outputOf,
}: Definition<State, Input, Output>): Subject {
  const history: Operation<Input, Output>[] = []
  return {
    name,
    async act(agent, random) {
      const input = choose(agent, random)
      const began = performance.now()
      const answer = await perform(input, agent).catch(() => undefined)
      const ended = performance.now()
      if (answer !== undefined && WITHOUT_EFFECT.includes(answer.status)) return
      if (answer === undefined || answer.status === 504) {
        history.push({ input, output: undefined, began, ended: Number.POSITIVE_INFINITY })
      } else history.push({ input, output: outputOf(input, answer), began, ended })
    },
    size: () => history.length,
    hasOrder: () => hasOrder(model, history),
    history: () => history,
  }
}

/** Every pushed or saved value is different, so that a read tells which write it saw. */
let lastValue = 0
const newValue = () => ++lastValue

export function keySubject(url: string, key: string): Subject {
  const recent = { version: 0 }
  const tool = (name: string, body: object, agent: string) =>
    call(`${url}/v1/tools/${name}`, body, { agent })
  return subject<unknown, KeyInput, KeyOutput>({
    name: `key ${key}`,
    model: keyModel as Model<unknown, KeyInput, KeyOutput>,
    choose(_agent, random) {
      const choice = random.next()
      if (choice < 0.3) return { kind: 'read' }
      if (choice < 0.45) return { kind: 'delete' }
      const guess = Math.max(0, recent.version - random.below(2))
      return choice < 0.7
        ? { kind: 'push', value: newValue(), ifVersion: guess }
        : { kind: 'push', value: newValue() }
    },
    perform(input, agent) {
      if (input.kind === 'read') return tool('get_context', { keys: [key] }, agent)
      if (input.kind === 'delete') return tool('delete_context', { key }, agent)
      const { value, ifVersion } = input
      return tool(
        'push_context',
        { key, value, ...(ifVersion !== undefined && { if_version: ifVersion }) },
        agent,
      )
    },
    outputOf(input, { status, body }) {
      if (input.kind === 'read') return { kind: 'value', value: body.context[key] }
      if (status !== 200) return { kind: 'refused' }
      recent.version = Math.max(recent.version, body.version)
      return { kind: 'version', version: body.version }
    },
  })
}

export function topicSubject(url: string, topic: string): Subject {
  const key = `of ${topic}`
  const tool = (name: string, body: object, agent: string) =>
    call(`${url}/v1/tools/${name}`, body, { agent })
  return subject<unknown, TopicInput, TopicOutput>({
    name: `topic ${topic}`,
    model: topicModel as Model<unknown, TopicInput, TopicOutput>,
    choose: (agent, random) =>
      random.pick<TopicInput>([
        { kind: 'subscribe', agent },
        { kind: 'unsubscribe', agent },
        { kind: 'push', value: newValue() },
        { kind: 'push', value: newValue() },
        { kind: 'read', agent },
        { kind: 'read', agent },
      ]),
    perform(input, agent) {
      switch (input.kind) {
        case 'subscribe':
          return tool('subscribe_to_topics', { topics: [topic] }, agent)
        case 'unsubscribe':
          return tool('unsubscribe_from_topics', { topics: [topic] }, agent)
        case 'push':
          return tool('push_context', { key, value: input.value, topics: [topic] }, agent)
        case 'read':
          return tool('get_context', { keys: [key] }, agent)
      }
    },
    outputOf(input, { body }) {
      if (input.kind === 'push') return { kind: 'notified', agents: body.subscribers_notified }
      if (input.kind === 'read') return { kind: 'value', value: body.context[key] }
      return { kind: 'done' }
    },
  })
}

export function rowSubject(url: string, tableId: string, documentId: string): Subject {
  const tool = (name: string, body: object, agent: string) =>
    call(`${url}/v1/tables/${tableId}/tools/${name}`, body, { agent })
  let isFirst = true
  return subject<unknown, RowInput, RowOutput>({
    name: `row ${documentId}`,
    model: rowModel as Model<unknown, RowInput, RowOutput>,
    choose(_agent, random) {
      // `update_table_row` needs a row.
      if (isFirst) {
        isFirst = false
        return { kind: 'save', value: newValue() }
      }
      const kind = random.pick(['save', 'update', 'read', 'read'] as const)
      return kind === 'read' ? { kind } : { kind, value: newValue() }
    },
    perform(input, agent) {
      if (input.kind === 'read') return tool('read_rows', { limit: 500 }, agent)
      const { kind, value } = input
      return kind === 'save'
        ? tool('save_table_row', { document_id: documentId, n: value }, agent)
        : tool('update_table_row', { document_id: documentId, updates: { n: value } }, agent)
    },
    outputOf(input, { body }) {
      if (input.kind !== 'read') return { version: body.version, value: input.value }
      const rows: { document_id: string; version: number; row_data: { n: number } }[] = body.rows
      const row = rows.find(({ document_id }) => document_id === documentId)
      return { version: row?.version ?? 0, value: row?.row_data.n }
    },
  })
}

export async function scheduleSubject(url: string): Promise<Subject> {
  const time = new Date(Date.now() + 24 * 3600 * 1000).toISOString()
  const body = { prompt: 'first', time, agent_id: 'Receiver' }
  const { id } = await mustCall(`${url}/v1/tools/promptyoself_schedule_time`, body)
  const path = `${url}/v1/schedules/${id}`
  return subject<unknown, ScheduleInput, ScheduleOutput>({
    name: `schedule ${id}`,
    model: scheduleModel as Model<unknown, ScheduleInput, ScheduleOutput>,
    choose(_agent, random) {
      if (random.next() < 0.03) return { kind: 'cancel' }
      const kind = random.pick(['change', 'pause', 'resume', 'read', 'read'] as const)
      return kind === 'change' ? { kind, prompt: `prompt ${newValue()}` } : { kind }
    },
    perform(input) {
      switch (input.kind) {
        case 'change':
          return call(path, { prompt: input.prompt }, { method: 'PATCH' })
        case 'cancel':
          return call(`${url}/v1/tools/promptyoself_cancel`, { schedule_id: id })
        case 'read':
          return call(path, undefined, { method: 'GET' })
        default:
          return call(`${path}/${input.kind}`)
      }
    },
    outputOf(input, { status, body }) {
      if (status !== 200) return { kind: 'refused' }
      if (input.kind !== 'read') return { kind: 'done' }
      return {
        kind: 'schedule',
        prompt: body.prompt_text,
        isPaused: body.paused,
        isActive: body.active,
      }
    },
  })
}
