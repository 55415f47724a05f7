import type { GetResponse } from '@quartermaster/client'
import type { Command } from 'commander'
import { type Context, contextOf } from '../context.ts'
import { callTool } from '../gateway/call-tool.ts'
import { type Entry, listAll } from '../gateway/list.ts'
import { get, request, requestJson } from '../gateway/request.ts'
import { printAnswer, printJson, printLine, printList } from '../output/print.ts'
import { readCount } from '../read-arguments.ts'

/** `qm schedules` and `qm deliveries`. */
export function addPromptCommands(program: Command): void {
  const schedules = program.command('schedules').alias('schedule').description('scheduled prompts')
  schedules
    .command('list', { isDefault: true })
    .description('list schedules by their next delivery')
    .option('--all', 'include cancelled and completed schedules')
    .action(({ all }: { all?: boolean }) => listSchedules(contextOf(program), all))
  schedules
    .command('preview <id>')
    .description('print the next scheduled times')
    .option('-n, --count <count>', 'number of times', readCount, 5)
    .action((id: string, { count }: { count: number }) => preview(contextOf(program), id, count))
  schedules
    .command('simulate')
    .description('list the deliveries of the coming days')
    .option('-d, --days <count>', 'number of days', readCount, 1)
    .option('--outage-hours <count>', 'hours for which the gateway was down before', readCount)
    .action((options: SimulationOptions) => simulate(contextOf(program), options))
  for (const [action, description] of [
    ['pause', 'pause a schedule'],
    ['resume', 'resume a schedule'],
    ['run', 'deliver a schedule once now'],
  ] as const) {
    schedules
      .command(`${action} <id>`)
      .description(description)
      .action((id: string) => post(contextOf(program), `/v1/schedules/${segment(id)}/${action}`))
  }
  schedules
    .command('cancel <id>')
    .description('cancel a schedule')
    .action(async (id: string) => {
      const input = { schedule_id: Number(id) }
      printAnswer(await callTool(contextOf(program).connection, 'promptyoself_cancel', input))
    })

  const deliveries = program
    .command('deliveries')
    .alias('delivery')
    .description('deliveries of scheduled prompts')
  deliveries
    .command('list', { isDefault: true })
    .description('list deliveries, newest first')
    .option('--state <state>', 'only this state, for example failed')
    .option('-n, --limit <count>', 'number of deliveries', readCount, 50)
    .action((options: DeliveryOptions) => listDeliveries(contextOf(program), options))
  deliveries
    .command('show <id>')
    .description('print one delivery with its attempts')
    .action(async (id: string) => {
      const { connection } = contextOf(program)
      printAnswer((await request(connection, `/v1/deliveries/${segment(id)}`)).text)
    })
  deliveries
    .command('troubles')
    .description('list recipients whose deliveries fail')
    .action(() => listTroubles(contextOf(program)))
  deliveries
    .command('resend <id>')
    .description('send a failed delivery again')
    .action((id: string) => post(contextOf(program), `/v1/deliveries/${segment(id)}/resend`))
}

const segment = encodeURIComponent

async function post({ connection }: Context, path: string): Promise<void> {
  printAnswer((await request(connection, path, { method: 'POST', body: {} })).text)
}

async function listSchedules({ connection, output }: Context, all = false): Promise<void> {
  const schedules = await listAll(connection, `/v1/schedules?include_ended=${all}`, 'schedules')
  const columns = ['id', 'agent_id', 'prompt_text', 'next_run', 'active']
  printList(output, 'schedules', schedules, columns)
}

async function preview({ connection, output }: Context, id: string, count: number) {
  const path = `/v1/schedules/${segment(id)}/preview?count=${count}`
  const answer = (await requestJson(connection, path)) as Entry & { runs: string[] }
  if (output.json) printJson(answer)
  else for (const time of answer.runs) printLine(time)
}

type SimulationOptions = { days: number; outageHours?: number }

async function simulate({ connection, output }: Context, options: SimulationOptions) {
  const query = new URLSearchParams({ days: String(options.days) })
  if (options.outageHours !== undefined) query.set('outage_hours', String(options.outageHours))
  const answer = (await requestJson(connection, `/v1/schedules/simulation?${query}`)) as Simulation
  if (output.json) return printJson(answer)
  printList(output, 'deliveries', answer.runs, ['at', 'schedule_id', 'agent_id', 'scheduled_for'])
  if (answer.truncated) printLine(`Only the first ${answer.count} are shown.`)
}

type Simulation = GetResponse<'/v1/schedules/simulation'>

async function listTroubles({ connection, output }: Context): Promise<void> {
  const { troubles } = await get(connection, '/v1/deliveries/troubles')
  const columns = ['agent_id', 'failures', 'error', 'failed_at', 'off_since', 'probe_at']
  printList(output, 'troubles', troubles, columns)
}

type DeliveryOptions = { state?: string; limit: number }

async function listDeliveries({ connection, output }: Context, { state, limit }: DeliveryOptions) {
  const query = new URLSearchParams(state === undefined ? {} : { state })
  const deliveries = await listAll(connection, `/v1/deliveries?${query}`, 'deliveries', limit)
  const columns = ['id', 'agent_id', 'state', 'kind', 'scheduled_for', 'attempts_made', 'error']
  printList(output, 'deliveries', deliveries, columns)
}
