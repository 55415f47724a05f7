import { createInterface } from 'node:readline/promises'
import type { Context } from '../context.ts'
import { CommandError } from '../exit.ts'
import type { Connection } from '../gateway/connection.ts'
import { get, send } from '../gateway/request.ts'
import { printAnswer, printJson, printLine } from '../output/print.ts'
import { style } from '../output/style.ts'

const WORKSPACE = 'demo'

type Results = Record<string, string>
type Step = {
  readonly say: string
  readonly as: 'root' | 'Sales' | 'Research'
  readonly path: (results: Results) => string
  readonly body?: (results: Results) => unknown
  /** Keeps the `id` of the answer under this name. */
  readonly keep?: string
  /** The step shows how a mistake is answered. */
  readonly isMistake?: true
}

const tool = (name: string) => () => `/v1/tools/${name}`
const tableTool = (name: string) => (results: Results) =>
  `/v1/tables/${results.table}/tools/${name}`

const STEPS: readonly Step[] = [
  {
    say: 'Sales subscribes to a topic.',
    as: 'Sales',
    path: tool('subscribe_to_topics'),
    body: () => ({ topics: ['leads'] }),
  },
  {
    say: 'Research pushes a value to it.',
    as: 'Research',
    path: tool('push_context'),
    body: () => ({ key: 'acme', value: { stage: 'won' }, topics: ['leads'] }),
  },
  {
    say: 'Sales reads the value.',
    as: 'Sales',
    path: tool('get_context'),
    body: () => ({ keys: ['acme'] }),
  },
  {
    say: 'A wrong call is answered with what to change.',
    as: 'Sales',
    path: tool('push_context'),
    body: () => ({ key: 'acme', value: 1, topic: 'leads' }),
    isMistake: true,
  },
  {
    say: 'A document: the name of a file.',
    as: 'Sales',
    path: () => '/v1/documents',
    body: () => ({ filename: `invoice_${Date.now()}.pdf` }),
    keep: 'document',
  },
  {
    say: 'A stack is a collection of documents.',
    as: 'Sales',
    path: () => '/v1/stacks',
    body: () => ({ name: `Demo ${new Date().toISOString()}` }),
    keep: 'stack',
  },
  {
    say: 'The document goes into the stack.',
    as: 'Sales',
    path: ({ stack }) => `/v1/stacks/${stack}/documents`,
    body: ({ document }) => ({ document_ids: [document] }),
  },
  {
    say: 'A table has one row for each document of its stack.',
    as: 'Sales',
    path: ({ stack }) => `/v1/stacks/${stack}/tables`,
    body: () => ({ name: 'Invoices', mode: 'auto' }),
    keep: 'table',
  },
  {
    say: 'The agent chooses the columns.',
    as: 'Sales',
    path: tableTool('define_columns'),
    body: () => ({
      columns: [
        { name: 'vendor', type: 'text' },
        { name: 'amount', type: 'number' },
      ],
    }),
  },
  {
    say: 'It fills in a row; amounts become numbers.',
    as: 'Sales',
    path: tableTool('save_table_row'),
    body: ({ document }) => ({ document_id: document, vendor: 'Acme', amount: '$1,500.00' }),
  },
  {
    say: 'A column that the table does not have is refused.',
    as: 'Sales',
    path: tableTool('save_table_row'),
    body: ({ document }) => ({ document_id: document, vendor_name: 'Acme' }),
    isMistake: true,
  },
  {
    say: 'Sales leaves itself a prompt for later.',
    as: 'Sales',
    path: tool('promptyoself_schedule_time'),
    body: () => ({
      agent_id: 'Sales',
      prompt: 'Look at the leads again',
      time: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  },
  {
    say: 'A tool of your own: the folder tools/Multiply.',
    as: 'Sales',
    path: () => '/v1/toolsets/Multiply/tools/multiply',
    body: () => ({ multiplicand: 6, multiplier: 7 }),
  },
]

type Options = { pause?: boolean }

/** Plays the tour of README.md in a workspace of its own. */
export async function demo({ connection, output }: Context, { pause }: Options): Promise<void> {
  const { is_root: isRoot } = await get(connection, '/v1/whoami')
  if (!isRoot) throw new CommandError('usage', 'The demo creates agents: it needs the root key.')
  const root = { ...connection, workspace: undefined, agent: undefined }
  await send(root, '/v1/workspaces', { method: 'POST', body: { name: WORKSPACE } })
  const results: Results = {}
  const done: unknown[] = []
  const terminal = pause && process.stdin.isTTY && !output.json
  const input = terminal ? createInterface(process.stdin, process.stdout) : undefined
  for (const [index, step] of STEPS.entries()) {
    const path = step.path(results)
    const body = step.body?.(results)
    const caller: Connection = { ...root, workspace: WORKSPACE, agent: step.as }
    if (!output.json) {
      printLine(style('bold', `\n${index + 1}. ${step.say}`))
      printLine(style('dim', `${step.as}: POST ${path} ${JSON.stringify(body)}`))
    }
    await input?.question('Press Enter to send it. ')
    const { status, text } = await send(caller, path, { method: 'POST', body })
    if (!output.json) printAnswer(text)
    const answer = JSON.parse(text) as Record<string, unknown>
    done.push({ step: step.say, as: step.as, path, body, status, answer })
    if (step.isMistake !== true && status >= 400) {
      input?.close()
      throw new CommandError('failed', `Step ${index + 1} failed: ${String(answer.error)}`)
    }
    if (step.keep !== undefined) results[step.keep] = String(answer.id)
  }
  input?.close()
  if (output.json) printJson({ steps: done })
  else printLine(`\nAll of it is in the workspace "${WORKSPACE}": qm calls -w ${WORKSPACE}`)
}
