import type { Finish } from '@quartermaster/delivery'
import { Counter, Histogram, type Metric } from './metric.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

// The metrics of a process. They are counted where the work is done and formatted at a scrape.

export const toolCalls = new Counter(
  'quartermaster_tool_calls_total',
  'Tool calls by tool and outcome: ok or the code of the error.',
  ['tool', 'outcome'],
)

export const toolCallSeconds = new Histogram(
  'quartermaster_tool_call_duration_seconds',
  'Time from the request of a tool call to its answer.',
  'tool',
  SECONDS,
)

export const batchSizes = new Histogram(
  'quartermaster_batch_size',
  'Calls that shared one statement, by tool.',
  'tool',
  [1, 2, 5, 10, 20, 50, 100],
)

export const httpRequests = new Counter(
  'quartermaster_http_requests_total',
  'Requests that are not tool calls, by status.',
  ['status'],
)

export const refusedRequests = new Counter(
  'quartermaster_refused_requests_total',
  'Requests that were refused because too many were in flight.',
  ['reason'],
)

export const quotaRefusals = new Counter(
  'quartermaster_quota_refusals_total',
  'Writes that were refused because their workspace has used up a quota.',
  ['quota'],
)

export const droppedLogRows = new Counter(
  'quartermaster_call_log_dropped_total',
  'Rows of the call log that were dropped because the database could not be reached.',
  ['reason'],
)

export const deliveryAttempts = new Counter(
  'quartermaster_delivery_attempts_total',
  'Attempts to deliver a prompt by destination and outcome.',
  ['destination', 'outcome'],
)

export const deliveryLateness = new Histogram(
  'quartermaster_delivery_lateness_seconds',
  'How much later than its due time the first attempt of a delivery began.',
  'destination',
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
)

export const METRICS: readonly Metric[] = [
  toolCalls,
  toolCallSeconds,
  batchSizes,
  httpRequests,
  refusedRequests,
  quotaRefusals,
  droppedLogRows,
  deliveryAttempts,
  deliveryLateness,
]

/** Counts an attempt, and how late it began if it is the first of its delivery. */
export function countAttempt({ kind, outcome, attempt, beganAt, dueAt }: Finish): void {
  deliveryAttempts.add(kind, outcome)
  if (attempt === 1) {
    deliveryLateness.observe(kind, Math.max(0, beganAt.getTime() - dueAt.getTime()) / 1000)
  }
}
