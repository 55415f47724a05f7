import type { Outcome } from './fixture.ts'
import { isToolCall, type WrongCall } from './wrong-call.ts'

type Call = WrongCall['call']

/** The call after doing to the letter what the suggestion says; undefined where it is not mechanical. */
export function followSuggestion(call: Call, { body }: Outcome): Call | undefined {
  const suggestion: string = typeof body?.suggestion === 'string' ? body.suggestion : ''
  const args = isToolCall(call) ? call.input : call.body
  if (suggestion === '' || args === null || typeof args !== 'object') return undefined
  const next: Record<string, unknown> = { ...args }

  const renames = [...suggestion.matchAll(/[Rr]ename '([^']+)' to '([^']+)'/g)]
  for (const [, from = '', to = ''] of renames) rename(next, from, to)

  const unknown = /Unknown parameter '([^']+)'/.exec(String(body?.error))?.[1]
  const meant = /Did you mean '([^']+)'\?/.exec(suggestion)?.[1]
  if (renames.length === 0 && unknown !== undefined && meant !== undefined) {
    rename(next, unknown, meant)
  }
  for (const [, name = ''] of suggestion.matchAll(/(?:Leave out|Remove) '([^']+)'/g)) {
    delete next[name]
  }
  if (JSON.stringify(next) === JSON.stringify(args)) return undefined
  return isToolCall(call) ? { ...call, input: next } : { ...call, body: next }
}

function rename(args: Record<string, unknown>, from: string, to: string): void {
  if (!Object.hasOwn(args, from) || Object.hasOwn(args, to)) return
  args[to] = args[from]
  delete args[from]
}
