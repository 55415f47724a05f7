import { startWebhookReceiver, type WebhookReceiver } from '@quartermaster/testing'
import { mustCall } from './call.ts'

/** A write of the mixed load. Its idempotency key makes a repetition safe. */
export type Write = {
  readonly family: 'context' | 'tables' | 'prompts' | 'tool folders'
  readonly path: string
  readonly body: object
  readonly idempotencyKey: string
  readonly agent: string
}

/** The data of the load: a table with documents, and an agent whose prompts go to a receiver. */
export type Workload = {
  readonly receiver: WebhookReceiver
  /** The `index`-th write of a writer; every writer cycles through all families. */
  writeOf(writer: number, index: number): Write
  readonly tableId: string
  stop(): Promise<void>
}

export const WRITERS = 8

export async function prepareWorkload(url: string): Promise<Workload> {
  const receiver = await startWebhookReceiver()
  const deliver_to = { kind: 'webhook', url: receiver.url }
  await mustCall(`${url}/v1/agents`, { name: 'Receiver', deliver_to })
  const documents = await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) =>
      mustCall(`${url}/v1/documents`, { filename: `writer-${writer}.pdf` }),
    ),
  )
  const document_ids = documents.map(({ id }) => String(id))
  const stack = await mustCall(`${url}/v1/stacks`, { name: 'Load' })
  await mustCall(`${url}/v1/stacks/${stack.id}/documents`, { document_ids })
  const table = await mustCall(`${url}/v1/stacks/${stack.id}/tables`, {
    name: 'Counters',
    mode: 'custom',
    custom_columns: ['counter'],
  })

  function writeOf(writer: number, index: number): Write {
    const id = `w${writer}-${index}`
    const common = { idempotencyKey: `key-${id}`, agent: `Writer ${writer}` }
    switch (index % 8) {
      case 0:
      case 1:
      case 2:
      case 3:
        return {
          ...common,
          family: 'context',
          path: '/v1/tools/push_context',
          body: { key: `load:${id}`, value: id },
        }
      case 4:
      case 5:
        return {
          ...common,
          family: 'tables',
          path: `/v1/tables/${table.id}/tools/save_table_row`,
          body: { document_id: document_ids[writer], counter: id },
        }
      case 6:
        return {
          ...common,
          family: 'prompts',
          path: '/v1/tools/promptyoself_schedule_every',
          body: { agent_id: 'Receiver', prompt: id, every: '1s', max_repetitions: 1 },
        }
      default:
        return {
          ...common,
          family: 'tool folders',
          path: '/v1/toolsets/Multiply/tools/multiply',
          body: { multiplicand: writer + 1, multiplier: index },
        }
    }
  }
  return { receiver, writeOf, tableId: String(table.id), stop: () => receiver.stop() }
}
