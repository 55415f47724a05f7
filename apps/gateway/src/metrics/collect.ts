import type { Registry } from '@prometheus-io/client'
import type { OpenDatabase } from '@quartermaster/db'
import { countOpenDeliveries } from '@quartermaster/delivery'
import type { Quotas } from '../limits/quotas.ts'
import { gaugeLines } from './metric.ts'
import { METRICS } from './metrics.ts'

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

let processMetrics: Promise<Registry> | undefined

/** All metrics of the process in the Prometheus text format. */
export async function collectMetrics(database: OpenDatabase, quotas?: Quotas): Promise<string> {
  processMetrics ??= openProcessMetrics()
  const lines = [
    ...METRICS.flatMap((metric) => metric.lines()),
    ...poolLines(database),
    ...(quotas === undefined ? [] : quotaLines(quotas)),
    ...(await deliveryLines(database)),
  ]
  return `${lines.join('\n')}\n${await (await processMetrics).metrics()}`
}

// The client imports the OpenTelemetry API, which a process without scrapes need not load.
async function openProcessMetrics(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('@prometheus-io/client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}

const quotaLines = (quotas: Quotas): string[] =>
  gaugeLines(
    'quartermaster_quota_used_ratio',
    'The largest part of its limit that a workspace uses, by quota; 1 is used up.',
    quotas.highestUse().map(({ quota, ratio }) => ({ labels: { quota }, value: ratio })),
  )

function poolLines({ pool }: OpenDatabase): string[] {
  const { totalCount, idleCount, waitingCount, options } = pool
  return [
    ...gaugeLines('quartermaster_db_connections', 'Connections of the pool by state.', [
      { labels: { state: 'busy' }, value: totalCount - idleCount },
      { labels: { state: 'idle' }, value: idleCount },
    ]),
    ...gaugeLines('quartermaster_db_connections_max', 'Connections that the pool may have.', [
      { value: options.max },
    ]),
    ...gaugeLines('quartermaster_db_waiting', 'Statements that wait for a connection.', [
      { value: waitingCount },
    ]),
  ]
}

/** Figures of the whole database; absent while it cannot be reached. */
async function deliveryLines({ db }: OpenDatabase): Promise<string[]> {
  const open = await countOpenDeliveries(db).catch(() => undefined)
  const up = gaugeLines('quartermaster_db_up', 'Whether the database answers.', [
    { value: open === undefined ? 0 : 1 },
  ])
  if (open === undefined) return up
  return [
    ...up,
    ...gaugeLines(
      'quartermaster_deliveries',
      'Deliveries that have not ended, by state.',
      (['pending', 'sending', 'held'] as const).map((state) => ({
        labels: { state },
        value: open[state],
      })),
    ),
    ...gaugeLines(
      'quartermaster_delivery_lag_seconds',
      'Age of the oldest delivery that is due and has not been attempted.',
      [{ value: open.lagSeconds }],
    ),
  ]
}
