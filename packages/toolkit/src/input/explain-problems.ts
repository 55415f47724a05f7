import type { TSchema } from '@sinclair/typebox'
import { distance } from 'fastest-levenshtein'
import type { Path, Problem } from '../schema/read-result.ts'
import { printable } from '../text/quote.ts'
import { ToolError } from '../tool/tool-error.ts'

const SHOWN = 5

/** The error for arguments that do not fit: each fault by its parameter, and what to do. */
export function explainProblems(problems: readonly Problem[], schema: TSchema): ToolError {
  const all = distinct(problems)
  const shown = all.slice(0, SHOWN)
  const sentences = shown.map(sentence)
  if (all.length > SHOWN) sentences.push('There is more to correct.')
  const advice = new Set(shown.map((problem) => advise(problem, schema)).filter(Boolean))
  return new ToolError('invalid_input', sentences.join(' '), {
    ...(advice.size > 0 && { suggestion: [...advice].join(' ') }),
    details: {
      problems: shown.map((problem) => ({
        parameter: pathText(problem.path),
        problem: sentence(problem),
      })),
    },
  })
}

/** Two parts of a schema may say the same of one value. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [sentence(problem), problem])).values(),
]

function sentence(problem: Problem): string {
  const name = pathText(problem.path)
  if (problem.kind === 'unknown') {
    const valid = problem.valid?.join(', ') || 'none'
    return `Unknown parameter '${name}'. Valid parameters: ${valid}.`
  }
  if (problem.kind === 'missing' && problem.message === 'is required') {
    return `Missing required parameter '${name}'.`
  }
  // A custom message of the schema is a whole sentence.
  if (/^[A-Z]/.test(problem.message)) return problem.message
  return problem.path.length === 0
    ? `The arguments ${plural(problem.message)}.`
    : `Parameter '${name}' ${problem.message}.`
}

const plural = (message: string): string =>
  message.replace(/^has /, 'have ').replace(/^is /, 'are ')

function advise(problem: Problem, schema: TSchema): string | undefined {
  const [top = ''] = problem.path
  if (problem.kind === 'unknown') {
    const near = closestName(String(problem.path.at(-1)), problem.valid ?? [])
    return near === undefined ? `Leave out '${pathText(problem.path)}'.` : `Did you mean '${near}'?`
  }
  const properties: Record<string, TSchema> = schema.properties ?? {}
  const member = Object.hasOwn(properties, top) ? properties[top] : undefined
  if (problem.path.length !== 1 || member?.description === undefined) return undefined
  return `${problem.kind === 'missing' ? 'Add' : 'Correct'} '${top}': ${member.description}`
}

/** `columns[0].name`, as a person would point at it. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      return index === 0 ? printable(step) : `.${printable(step)}`
    })
    .join('')
}

/** The valid name that a slip of the keyboard could have turned into this one. */
export function closestName(name: string, valid: readonly string[]): string | undefined {
  if (name === '' || name.length > 64) return undefined
  const sent = name.toLowerCase()
  const [best] = valid
    .map((candidate) => ({ candidate, slips: distance(sent, candidate.toLowerCase()) }))
    .filter(({ candidate, slips }) => {
      return isPartOf(sent, candidate.toLowerCase()) || slips <= Math.max(1, candidate.length / 3)
    })
    .sort((a, b) => a.slips - b.slips)
  return best?.candidate
}

/** `vendor_name` for `vendor`, `q` for `query`: but not `x` for `max`. */
function isPartOf(name: string, candidate: string): boolean {
  const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name]
  return long.startsWith(short) || (short.length > 2 && long.includes(short))
}
