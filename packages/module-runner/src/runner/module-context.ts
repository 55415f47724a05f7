import type { CallContext, LogLevel, Progress } from './protocol.ts'

/** The argument of a `Tools` constructor. */
export type ToolContext = CallContext & {
  readonly logger: Readonly<Record<LogLevel, (...values: unknown[]) => void>>
  /** Aborted at the deadline; the process is ended shortly afterwards. */
  readonly signal: AbortSignal
  readonly secrets: Readonly<Record<string, string>>
  /**
   * Reports how far the call has come: `{ progress, total, message }`, a fraction from 0 to 1, or a
   * text.
   */
  readonly progress: (report: Progress | number | string) => void
  /** Uses the gateway's guarded client: public addresses only. */
  readonly fetch: typeof fetch
}

type Links = {
  context: CallContext
  signal: AbortSignal
  secrets: Readonly<Record<string, string>>
  log: (level: LogLevel, values: unknown[]) => void
  progress: (progress: Progress) => void
  fetch: typeof fetch
}

export function moduleContext(links: Links): ToolContext {
  const { context, signal, secrets, log, fetch } = links
  const at =
    (level: LogLevel) =>
    (...values: unknown[]) =>
      log(level, values)
  return Object.freeze({
    ...context,
    logger: Object.freeze({
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
    }),
    signal,
    secrets,
    progress: progressReporter(links.progress),
    fetch,
  })
}

const MAX_MESSAGE = 1000

/** A text keeps the number of the report before it, since MCP requires a number that never falls. */
function progressReporter(send: (progress: Progress) => void): ToolContext['progress'] {
  let last: Progress = { progress: 0 }
  return (report) => {
    if (typeof report === 'number') last = { progress: report, total: 1 }
    else if (typeof report === 'string') last = { ...last, message: report.slice(0, MAX_MESSAGE) }
    else last = checkProgress(report)
    send(last)
  }
}

function checkProgress({ progress, total, message }: Progress): Progress {
  if (!Number.isFinite(progress) || (total !== undefined && !Number.isFinite(total))) {
    throw new TypeError('progress takes { progress: number, total?: number, message?: string }')
  }
  return {
    progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: String(message).slice(0, MAX_MESSAGE) }),
  }
}
