import type { TSchema } from '@sinclair/typebox'
import type { Problem } from '../schema/read-result.ts'
import { namesSecret } from '../secrets/secret-name.ts'
import { ToolError } from '../tool/tool-error.ts'
import { pathText } from './path-text.ts'
import { expectedAt, type RejectedCall, suggestCorrection } from './suggest-correction.ts'

const MAX_PROBLEMS = 5

/** The `invalid_input` error for arguments that do not fit the schema. */
export function explainProblems(
  problems: readonly Problem[],
  schema: TSchema,
  call: Omit<RejectedCall, 'schema'> = {},
): ToolError {
  const all = distinct(problems.map(withoutSecret))
  const first = all.slice(0, MAX_PROBLEMS)
  const sentences = first.map((problem, index) =>
    repeatsBelow(problem, first.slice(index + 1)) ? unknownName(problem) : sentence(problem),
  )
  if (all.length > MAX_PROBLEMS) sentences.push('There is more to correct.')
  return new ToolError('invalid_input', joinSentences(sentences), {
    suggestion: suggestCorrection(first, { ...call, schema }),
    details: {
      problems: first.map((problem) => ({
        parameter: pathText(problem.path),
        kind: problem.kind,
        expected: expectedAt(problem, schema),
      })),
    },
  })
}

/** Messages end with the value that was sent, which must not be echoed if it is a secret. */
const withoutSecret = (problem: Problem): Problem =>
  problem.path.some((name) => namesSecret(String(name)))
    ? { ...problem, message: problem.message.replace(/, not .*$/s, '') }
    : problem

/** Removes duplicates, because two parts of a schema can report the same problem. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [sentence(problem), problem])).values(),
]

/** Adds missing full stops to custom messages, except to the last one. */
const joinSentences = (sentences: readonly string[]): string =>
  sentences
    .map((text, index) => {
      const isLast = index === sentences.length - 1
      return isLast || /[.!?]$/.test(text) ? text : `${text}.`
    })
    .join(' ')

/** Whether a later problem lists the same valid names, which the message contains only once. */
const repeatsBelow = (problem: Problem, later: readonly Problem[]): boolean =>
  problem.kind === 'unknown' &&
  later.some(
    ({ kind, valid }) => kind === 'unknown' && validNames(valid) === validNames(problem.valid),
  )

const validNames = (valid: Problem['valid']): string => valid?.join(', ') || 'none'

const unknownName = ({ path }: Problem): string => `Unknown parameter '${pathText(path)}'.`

function sentence(problem: Problem): string {
  const name = pathText(problem.path)
  if (problem.kind === 'unknown') {
    return `${unknownName(problem)} Valid parameters: ${validNames(problem.valid)}.`
  }
  if (problem.kind === 'missing' && problem.message === 'is required') {
    return `Missing required parameter '${name}'.`
  }
  if (isSentence(problem.message)) return problem.message
  return problem.path.length === 0
    ? `The arguments ${plural(problem.message)}.`
    : `Parameter '${name}' ${problem.message}.`
}

/** A custom message is either a whole sentence or continues "Parameter 'x' …". */
const isSentence = (message: string): boolean => /^[A-Z]/.test(message)

const plural = (message: string): string =>
  message.replace(/^has /, 'have ').replace(/^is /, 'are ')
