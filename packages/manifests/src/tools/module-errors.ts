import { cleanMessage, type FailureKind, RunnerFailure } from '@quartermaster/module-runner'
import { type ErrorCode, ToolError } from '@quartermaster/toolkit'
import { hideSecrets } from './clean-log.ts'
import { PRIVATE_ADDRESS } from './private-address.ts'

// Codes that a module may set as its error's `code`.
const CODES: readonly ErrorCode[] = [
  'invalid_input',
  'not_found',
  'conflict',
  'forbidden',
  'unavailable',
  'upstream_failed',
]

// Failures of the guarded client that the module did not catch.
const FETCH_FAILURES: Readonly<Record<string, ErrorCode>> = {
  unreachable: 'upstream_failed',
  timed_out: 'upstream_failed',
}

type FailedCall = {
  name: string
  /** MiB. */
  memory: number
  /** Characters. */
  answer: number
  secrets: readonly string[]
}

/** Turns a runner's failure into a message for the caller; the `cause` is for the log. */
export function toToolError(error: unknown, call: FailedCall): unknown {
  if (!(error instanceof RunnerFailure)) return error
  const { kind, message, thrown } = error
  const detail = cleanMessage(message, call.secrets)
  const tool = `The tool '${call.name}'`
  const messages: Record<FailureKind, string> = {
    thrown: detail === '' ? `${tool} failed.` : `${tool} failed: ${detail}`,
    crashed: `${tool} crashed its process: ${detail}`,
    not_json: `${tool} returned a value that is not JSON: ${detail}.`,
    too_large: `${tool} returned ${detail} characters of JSON; the limit is ${call.answer}.`,
    exited: `${tool} ended its process before it returned a result.`,
    memory: `${tool} used more than its ${call.memory} MiB of memory.`,
    flood: `${tool} sent more log lines, progress reports or requests than a call may.`,
    garbled: `${tool} interfered with its runner, and its process was ended.`,
    not_loaded: `${tool} could not be started.`,
    busy: `${tool} has too many calls waiting.`,
  }
  const given = thrown?.code ?? ''
  const code =
    CODES.find((candidate) => candidate === given) ??
    (Object.hasOwn(FETCH_FAILURES, given) ? FETCH_FAILURES[given] : undefined)
  const fallback = kind === 'busy' || kind === 'not_loaded' ? 'unavailable' : 'tool_failed'
  const isOwn = code === undefined || code === 'invalid_input'
  const suggestion = message.includes(PRIVATE_ADDRESS) ? USE_PUBLIC : SUGGESTIONS[kind]
  return new ToolError(code ?? fallback, messages[kind], {
    ...(isOwn && { suggestion }),
    cause: withoutSecrets(error, call.secrets),
  })
}

/** The failure for the log, with its full message but without the folder's secrets. */
function withoutSecrets(failure: RunnerFailure, secrets: readonly string[]): RunnerFailure {
  const shown = new RunnerFailure(failure.kind, hideSecrets(failure.message, secrets))
  shown.stack = hideSecrets(failure.stack ?? '', secrets)
  shown.cause = failure.cause
  return shown
}

const USE_PUBLIC = 'Use a public address. Only the operator can allow private ones.'

const REPORT =
  'Try other arguments. If it keeps failing, tell the operator: the fault is in the tool.'

const SUGGESTIONS: Record<FailureKind, string> = {
  thrown: 'Correct the arguments if the error is about them; otherwise call again later.',
  crashed: REPORT,
  not_json: REPORT,
  too_large: 'Ask for less per call.',
  exited: REPORT,
  memory: 'Ask for less per call.',
  flood: 'Ask for less per call.',
  garbled: REPORT,
  not_loaded: 'Call again later.',
  busy: 'Call again in a few seconds.',
}
