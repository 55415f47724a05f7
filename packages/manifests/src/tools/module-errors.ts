import { type ErrorCode, ToolError } from '@quartermaster/toolkit'
import { cleanMessage } from '../pool/clean-message.ts'
import { type FailureKind, RunnerFailure } from '../pool/runner-failure.ts'

// What a module may say its own error is, by setting the error's `code`.
const CODES: readonly ErrorCode[] = [
  'invalid_input',
  'not_found',
  'conflict',
  'forbidden',
  'unavailable',
  'upstream_failed',
]

type About = { name: string; memory: number; secrets: readonly string[] }

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
    exited: `${tool} ended its process before it answered.`,
    memory: `${tool} took more than the ${about.memory} MiB of memory it may have.`,
    flood: `${tool} wrote more than a call may.`,
    not_loaded: `${tool} could not be started.`,
    busy: `${tool} has too many calls waiting.`,
  }
  const code = CODES.find((candidate) => candidate === thrown?.code)
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
  exited: REPORT,
  memory: 'Ask for less at once.',
  flood: 'Ask for less at once.',
  not_loaded: 'Call again later.',
  busy: 'Call again in a moment.',
}
