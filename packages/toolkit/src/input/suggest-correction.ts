import type { TSchema } from '@sinclair/typebox'
import { isObject, stringifyJson } from '../json/json.ts'
import { listedBy } from '../schema/annotations.ts'
import { describeSchema } from '../schema/describe-schema.ts'
import type { Problem, Schema } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import { quote } from '../text/quote.ts'
import type { Example } from '../tool/tool.ts'
import { correctValue } from './correct-value.ts'
import { exampleOf } from './example-value.ts'
import { pathText } from './path-text.ts'
import {
  applyRepairs,
  findRepairs,
  parametersFor,
  type Repair,
  resembling,
  schemaAt,
  updateAt,
  valueAt,
} from './repair-names.ts'

/** The rejected call, as far as the caller of `explainProblems` knows it. */
export type RejectedCall = {
  readonly schema: TSchema
  /** The arguments as they were received. */
  readonly input?: unknown
  readonly examples?: readonly Example[]
  /** How the caller writes arguments; as JSON by default. */
  readonly form?: 'json' | 'query' | 'path' | undefined
}

// A longer call is described instead of being written out.
const MAX_CALL_LENGTH = 300
const MAX_EXAMPLE_LENGTH = 250

/**
 * Says how to correct the call. Following a suggestion to the letter must never lose data: an
 * unknown argument that may carry data gets a new name or a new place, and is not dropped.
 */
export function suggestCorrection(problems: readonly Problem[], call: RejectedCall): string {
  const repairs = findRepairs(problems, call.schema, call.input)
  const repaired = applyRepairs(call.input, repairs)
  const left = repairs.length > 0 ? readValue(call.schema, repaired).problems : problems

  if (repairs.length > 0 && left.length === 0) {
    const text = writeArguments(repaired, call)
    const isShort = text.length <= MAX_CALL_LENGTH
    return isShort ? `${repairText(repairs)}: ${text}` : `${repairText(repairs)}.`
  }
  const corrected = correctArguments(left, { ...call, input: repaired })
  const open = left.filter(({ path }) => !corrected.has(String(path[0])))
  const sentences = [
    ...(repairs.length > 0 ? [`${repairText(repairs)}.`] : []),
    ...(corrected.size > 0 ? [`Send ${writeArguments(Object.fromEntries(corrected), call)}.`] : []),
    ...new Set(open.map((problem) => advise(problem, left, { ...call, input: repaired }))),
    // The id in a path is one that exists, so there is no example.
    call.form === 'path' ? undefined : exampleText(open, call),
  ]
  return sentences.filter((text) => text !== undefined).join(' ') || fallback(problems)
}

/** The arguments with invalid values that can be corrected without other knowledge. */
function correctArguments(
  problems: readonly Problem[],
  { schema, input, form }: RejectedCall,
): ReadonlyMap<string, unknown> {
  const corrected = new Map<string, unknown>()
  for (const [name, group] of Map.groupBy(problems, ({ path }) => path[0])) {
    const member = name === undefined ? undefined : schemaAt(schema, [name])
    if (member === undefined || name === undefined) continue
    const value = group.reduce<unknown>(
      (changed, { kind, path }) => {
        const part = kind === 'missing' || kind === 'unknown' ? undefined : schemaAt(schema, path)
        return changed === undefined || part === undefined
          ? undefined
          : updateAt(changed, path.slice(1), (old) => correctValue(part, old))
      },
      valueAt(input, [name]),
    )
    if (value === undefined || readValue(member, value).problems.length > 0) continue
    const isShort = writeArguments({ [name]: value }, { form }).length <= MAX_EXAMPLE_LENGTH
    if (isShort) corrected.set(String(name), value)
  }
  return corrected
}

function writeArguments(input: unknown, { form }: Pick<RejectedCall, 'form'>): string {
  if (form === undefined || form === 'json' || !isObject(input)) return stringifyJson(input)
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    [value].flat().map((item) => [name, typeof item === 'string' ? item : stringifyJson(item)]),
  )
  return new URLSearchParams(pairs as [string, string][]).toString()
}

const FORM_TEXT = {
  value: '',
  list: ' and send a list',
  item: ' and send its only item',
  unit: ' and add the unit',
} as const

function repairText(repairs: readonly Repair[]): string {
  const renames = repairs.filter((repair) => repair.kind === 'rename')
  const moves = repairs.filter((repair) => repair.kind === 'move members')
  const texts = [
    ...(renames.length > 0
      ? [
          `Rename ${renames
            .map(({ path, to, form }) => `'${pathText(path)}' to ${quote(to)}${FORM_TEXT[form]}`)
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
    const isStructure = typeof value === 'object' && value !== null
    const isEmpty = isStructure ? Object.keys(value).length === 0 : value === null || value === ''
    const meant = isEmpty ? undefined : resembling(problem, input)
    if (meant !== undefined) return renameAndCorrect(problem, meant, schema)
    const candidates = isEmpty ? [] : parametersFor(problem, schema, input)
    if (candidates.length > 0) {
      const choices = candidates.slice(0, 5).map(quote).join(', ')
      const move = `Send the value of ${name} as ${candidates.length > 1 ? 'one of ' : ''}${choices}`
      return isStructure ? `${move}.` : `${move} if it means the same; otherwise leave out ${name}.`
    }
    if (isStructure && !isEmpty) return `Send the content of ${name} in the valid parameters.`
    return isMissing ? undefined : `Leave out ${name}.`
  }
  const part: Schema | undefined = schemaAt(schema, problem.path)
  const verb = problem.kind === 'missing' ? 'Add' : 'Correct'
  const look = part?.[listedBy] === undefined ? '' : ` ${part[listedBy]} lists them.`
  return part?.description === undefined ? undefined : `${verb} ${name}: ${part.description}${look}`
}

/** For a name that is nearly right, with a value that the right name does not accept. */
function renameAndCorrect(problem: Problem, meant: string, schema: TSchema): string {
  const part = schemaAt(schema, [...problem.path.slice(0, -1), meant])
  const expected = part === undefined ? '' : `, and send ${describeSchema(part)}`
  return `Rename '${pathText(problem.path)}' to ${quote(meant)}${expected}.`
}

/** One example with valid values for the parameters that have problems. */
function exampleText(
  problems: readonly Problem[],
  { schema, examples = [], form }: RejectedCall,
): string | undefined {
  const properties: Record<string, TSchema> = schema.properties ?? {}
  const names = new Set(
    problems.filter(({ kind }) => kind !== 'unknown').map(({ path }) => path[0]),
  )
  if (names.has(undefined)) return wholeExample(schema, examples)
  const members = [...names].flatMap((name): [string, unknown][] => {
    const key = String(name)
    const member: Schema | undefined = Object.hasOwn(properties, key) ? properties[key] : undefined
    const isId = member?.[listedBy] !== undefined
    const value = member === undefined || isId ? undefined : exampleOf(key, member, examples)
    return value === undefined ? [] : [[key, value]]
  })
  for (let count = members.length; count > 0; count--) {
    const text = writeArguments(Object.fromEntries(members.slice(0, count)), { form })
    if (text.length <= MAX_EXAMPLE_LENGTH) return `Example: ${text}`
  }
  return undefined
}

function wholeExample(schema: TSchema, [first]: readonly Example[]): string | undefined {
  const json = stringifyJson(first?.input ?? exampleOf('', schema) ?? {})
  return json.length <= MAX_CALL_LENGTH ? `Example: ${json}` : undefined
}

const fallback = ([problem]: readonly Problem[]): string =>
  problem === undefined || problem.path.length === 0
    ? 'Send the arguments as one JSON object.'
    : `Change '${pathText(problem.path)}'.`

/** The type that the schema expects at the location of a problem, for programs. */
export const expectedAt = (problem: Problem, schema: TSchema): string | undefined => {
  const part = schemaAt(schema, problem.path)
  return part === undefined || !isObject(part) ? undefined : describeSchema(part)
}
