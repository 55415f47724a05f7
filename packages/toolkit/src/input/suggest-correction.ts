import type { TSchema } from '@sinclair/typebox'
import { isObject, stringifyJson } from '../json/json.ts'
import { describeSchema } from '../schema/describe-schema.ts'
import type { Problem } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import { quote } from '../text/quote.ts'
import type { Example } from '../tool/tool.ts'
import { exampleOf } from './example-value.ts'
import { pathText } from './path-text.ts'
import {
  applyRepairs,
  findRepairs,
  placesFor,
  type Repair,
  schemaAt,
  valueAt,
} from './repair-names.ts'

/** The rejected call, as far as the caller of `explainProblems` knows it. */
export type RejectedCall = {
  readonly schema: TSchema
  /** The arguments as they were received. */
  readonly input?: unknown
  readonly examples?: readonly Example[]
}

// A longer call is described instead of being written out.
const MAX_CALL_LENGTH = 300
const MAX_EXAMPLE_LENGTH = 160

/**
 * Says how to correct the call. Following a suggestion to the letter must never lose data: an
 * unknown argument that may carry data gets a new name or a new place, and is not dropped.
 */
export function suggestCorrection(problems: readonly Problem[], call: RejectedCall): string {
  const repairs = findRepairs(problems, call.schema, call.input)
  const repaired = applyRepairs(call.input, repairs)
  const left = repairs.length > 0 ? readValue(call.schema, repaired).problems : problems
  const steps = repairs.length > 0 ? [repairText(repairs)] : []

  if (repairs.length > 0 && left.length === 0) {
    const json = stringifyJson(repaired)
    return json.length <= MAX_CALL_LENGTH ? `${steps.join()}: ${json}` : `${steps.join()}.`
  }
  const others = left.map((problem) => advise(problem, left, call)).filter(Boolean)
  const sentences = [...steps.map((step) => `${step}.`), ...new Set(others)]
  const example = exampleText(left, call)
  return [...sentences, ...(example === undefined ? [] : [example])].join(' ') || fallback(problems)
}

function repairText(repairs: readonly Repair[]): string {
  const renames = repairs.filter((repair) => repair.kind === 'rename')
  const moves = repairs.filter((repair) => repair.kind === 'move members')
  const texts = [
    ...(renames.length > 0
      ? [
          `Rename ${renames
            .map(({ path, to, asList }) => {
              return `'${pathText(path)}' to ${quote(to)}${asList ? ' and send a list' : ''}`
            })
            .join(', and ')}`,
        ]
      : []),
    ...moves.map(({ path }) => {
      const parent = path.length === 1 ? 'the top level' : `'${pathText(path.slice(0, -1))}'`
      return `Move the members of '${pathText(path)}' to ${parent}`
    }),
  ]
  return texts.join('. ')
}

function advise(
  problem: Problem,
  problems: readonly Problem[],
  { schema, input }: RejectedCall,
): string | undefined {
  const name = `'${pathText(problem.path)}'`
  if (problem.kind === 'unknown') {
    const value = valueAt(input, problem.path)
    const isMissing = problems.some(({ kind }) => kind === 'missing')
    if (typeof value === 'object' && value !== null) {
      return `Send the content of ${name} in the valid parameters.`
    }
    const places = value === null || value === '' ? [] : placesFor(problem, schema, input)
    if (places.length > 0) {
      const choices = places.slice(0, 5).map(quote).join(', ')
      return `Send the value of ${name} as ${places.length > 1 ? 'one of ' : ''}${choices}, or leave out ${name} if it is not needed.`
    }
    return isMissing ? undefined : `Leave out ${name}.`
  }
  const description = schemaAt(schema, problem.path)?.description
  const verb = problem.kind === 'missing' ? 'Add' : 'Correct'
  return description === undefined ? undefined : `${verb} ${name}: ${description}`
}

/** One example with valid values for the parameters that have problems. */
function exampleText(
  problems: readonly Problem[],
  { schema, examples = [] }: RejectedCall,
): string | undefined {
  const properties: Record<string, TSchema> = schema.properties ?? {}
  const names = new Set(
    problems.filter(({ kind }) => kind !== 'unknown').map(({ path }) => path[0]),
  )
  if (names.has(undefined)) return wholeExample(examples)
  const members = [...names].flatMap((name): [string, unknown][] => {
    const key = String(name)
    const member = Object.hasOwn(properties, key) ? properties[key] : undefined
    const value = member === undefined ? undefined : exampleOf(key, member, examples)
    return value === undefined ? [] : [[key, value]]
  })
  for (let count = members.length; count > 0; count--) {
    const json = stringifyJson(Object.fromEntries(members.slice(0, count)))
    if (json.length <= MAX_EXAMPLE_LENGTH) return `Example: ${json}`
  }
  return undefined
}

function wholeExample([first]: readonly Example[]): string | undefined {
  const json = stringifyJson(first?.input ?? {})
  return json.length <= MAX_CALL_LENGTH ? `Example: ${json}` : undefined
}

const fallback = ([problem]: readonly Problem[]): string =>
  problem === undefined || problem.path.length === 0
    ? 'Send the arguments as one JSON object.'
    : `Change '${pathText(problem.path)}'.`

/** What the schema expects at the location of a problem, for programs. */
export const expectedAt = (problem: Problem, schema: TSchema): string | undefined => {
  const part = schemaAt(schema, problem.path)
  return part === undefined || !isObject(part) ? undefined : describeSchema(part)
}
