import { cleanMessage, type FailureKind, RunnerFailure } from '@quartermaster/module-runner'
import { type ErrorCode, ToolError } from '@quartermaster/toolkit'

// What a module may say its own error is, by setting the error's `code`.
const CODES: readonly ErrorCode[] = [
  'invalid_input',
  'not_found',
  'conflict',
  'forbidden',
  'unavailable',
  'upstream_failed',
]

// What the guarded client says of a request that came to nothing, where the module did not catch it.
const OF_THE_CLIENT: Readonly<Record<string, ErrorCode>> = {
  unreachable: 'upstream_failed',
  timed_out: 'upstream_failed',
}

type About = {
  name: string
  /** MiB. */
  memory: number
  /** Characters. */
  answer: number
  secrets: readonly string[]
}

/** A module's failure in words for the caller; what it was in full is the cause, for the log. */
export function toToolError(error: unknown, about: About): unknown {
  if (!(error instanceof RunnerFailure)) return error
  const { kind, message, thrown } = error
  const said = cleanMessage(message, about.secrets)
  const tool = `The tool '${about.name}'`
  const words: Record<FailureKind, string> = {
    thrown: said === '' ? `${tool} failed.` : `${tool} failed: ${said}`,
    crashed: `${tool} failed outside of its own call, and its process was ended: ${said}`,
    not_json: `${tool} answered with what is not JSON: ${said}.`,
    too_large: `${tool} answered with ${said} characters of JSON, which is larger than the ${about.answer} that a result may have.`,
    exited: `${tool} ended its process before it answered.`,
    memory: `${tool} took more than the ${about.memory} MiB of memory it may have.`,
    flood: `${tool} wrote more than a call may.`,
    garbled: `${tool} wrote to the gateway what only its runner may, and its process was ended.`,
    not_loaded: `${tool} could not be started.`,
    busy: `${tool} has too many calls waiting.`,
  }
  const word = thrown?.code ?? ''
  const code =
    CODES.find((candidate) => candidate === word) ??
    (Object.hasOwn(OF_THE_CLIENT, word) ? OF_THE_CLIENT[word] : undefined)
  const fallback = kind === 'busy' ? 'unavailable' : 'tool_failed'
  return new ToolError(code ?? fallback, words[kind], {
    ...(code === undefined && { suggestion: SUGGESTIONS[kind] }),
    cause: error,
  })
}

const REPORT = 'Try other arguments; if it stays, tell the operator: the fault is in the tool.'

const SUGGESTIONS: Record<FailureKind, string> = {
  thrown: 'Correct the arguments if the error is about them; otherwise call again later.',
  crashed: REPORT,
  not_json: REPORT,
  too_large: 'Ask for less at once.',
  exited: REPORT,
  memory: 'Ask for less at once.',
  flood: 'Ask for less at once.',
  garbled: REPORT,
  not_loaded: 'Call again later.',
  busy: 'Call again in a moment.',
}
