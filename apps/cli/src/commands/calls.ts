import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { type Entry, listAll } from '../gateway/list.ts'
import { formatTable } from '../output/format-table.ts'
import { printLine, printList } from '../output/print.ts'

const COLUMNS = ['called_at', 'agent', 'tool', 'status', 'code', 'milliseconds', 'request_id']
const POLL_MS = 1000

type Options = { limit: number; follow?: boolean } & Filter
type Filter = {
  tool?: string
  caller?: string
  code?: string
  outcome?: string
  requestId?: string
  since?: string
  until?: string
}

export async function calls(context: Context, options: Options): Promise<void> {
  const { connection, output } = context
  const { limit, follow, ...filter } = options
  const path = `/v1/calls?${queryOf(filter)}`
  const newest = await listAll(connection, path, 'calls', limit)
  if (!follow) return printList(output, 'calls', newest, COLUMNS)
  printRows(context, newest.reverse())
  await printNewCalls(context, path, newest.at(-1))
}

function queryOf({ caller, requestId, ...filter }: Filter): URLSearchParams {
  const entries = Object.entries({ ...filter, agent: caller, request_id: requestId })
  return new URLSearchParams(entries.filter((entry): entry is [string, string] => !!entry[1]))
}

/** Polls for calls after `last`, until the process is interrupted. */
async function printNewCalls(context: Context, path: string, last?: Entry): Promise<never> {
  let lastId = Number(last?.id ?? 0)
  for (;;) {
    await delay(POLL_MS)
    const recent = await listAll(context.connection, path, 'calls', 100)
    const added = recent.filter(({ id }) => Number(id) > lastId).reverse()
    printRows(context, added)
    lastId = Number(added.at(-1)?.id ?? lastId)
  }
}

function printRows({ output }: Context, entries: readonly Entry[]): void {
  if (output.json) for (const entry of entries) printLine(JSON.stringify(entry))
  else if (entries.length > 0) {
    const [, ...rows] = formatTable(entries, COLUMNS).split('\n')
    for (const row of rows) printLine(row)
  }
}
