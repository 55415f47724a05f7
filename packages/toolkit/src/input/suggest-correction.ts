import type { TSchema } from '@sinclair/typebox'
import { isObject, stringifyJson } from '../json/json.ts'
import { lifetimeUnit, listedBy } from '../schema/annotations.ts'
import { describeSchema } from '../schema/describe-schema.ts'
import type { Problem, Schema } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import { containsSecret } from '../secrets/contains-secret.ts'
import { quote } from '../text/quote.ts'
import type { Example, Tool } from '../tool/tool.ts'
import { correctValue } from './correct-value.ts'
import { exampleOf } from './example-value.ts'
import { pathText } from './path-text.ts'
import {
  applyRepairs,
  findRepairs,
  isReference,
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
  /** Leaving out an argument of a read loses no data. No argument is guessed for a deletion. */
  readonly effect?: Tool['effect']
  /** How the caller writes arguments; as JSON by default. */
  readonly form?: 'json' | 'query' | 'path' | undefined
}

// A longer call is described instead of written out.
const MAX_CALL_LENGTH = 300
const MAX_EXAMPLE_LENGTH = 250

/**
 * Says how to correct the call. Following a suggestion to the letter must never lose data: an
 * unknown argument that may carry data gets a new name or a new place, and is not dropped.
 */
export function suggestCorrection(problems: readonly Problem[], call: RejectedCall): string {
  const repairs = findRepairs(problems, call.schema, call.input, call.effect)
  const repaired = applyRepairs(call.input, repairs)
  const left = repairs.length > 0 ? readValue(call.schema, repaired).problems : problems

  if (repairs.length > 0 && left.length === 0) {
    const text = writeArguments(repaired, call)
    const isWritten = text.length <= MAX_CALL_LENGTH && !containsSecret(repaired)
    return isWritten ? `${repairText(repairs)}: ${text}` : `${repairText(repairs)}.`
  }
  const other =
    repairs.length > 0 ? undefined : (callPerItem(problems, call) ?? wrap(problems, call))
  if (other !== undefined) return other
  const corrected = correctArguments(left, { ...call, input: repaired })
  const open = left.filter(({ path }) => !corrected.has(String(path[0])))
  const sentences = [
    ...(repairs.length > 0 ? [`${repairText(repairs)}.`] : []),
    ...(corrected.size > 0 ? [`Send ${writeArguments(Object.fromEntries(corrected), call)}.`] : []),
    ...new Set(open.map((problem) => advise(problem, { ...call, input: repaired }))),
    // The id in a path must exist, so an example would be useless.
    call.form === 'path' ? undefined : exampleText(open, call),
  ]
  return sentences.filter((text) => text !== undefined).join(' ') || fallback(problems)
}

/** For several calls combined in one: `{"rows": [{…}, {…}]}`. */
function callPerItem(
  problems: readonly Problem[],
  { schema, input, form }: RejectedCall,
): string | undefined {
  const [unknown, ...others] = problems.filter(({ kind }) => kind === 'unknown')
  if (unknown?.path.length !== 1 || others.length > 0 || !isObject(input)) return undefined
  const name = String(unknown.path[0])
  const { [name]: items, ...rest } = input
  if (!Array.isArray(items) || items.length === 0 || !items.every(isObject)) return undefined
  const calls = items.map((item) => ({ ...rest, ...item }))
  if (calls.some((call) => readValue(schema, call).problems.length > 0)) return undefined
  const first = writeArguments(calls[0], { form })
  return `Make one call for each item of '${pathText(unknown.path)}', the first with ${first}`
}

/** For members of an object that are sent without it: `{"vendor": "Acme"}` for `{"fields": {"vendor": "Acme"}}`. */
function wrap(
  problems: readonly Problem[],
  { schema, input, form }: RejectedCall,
): string | undefined {
  const [missing, ...others] = problems.filter(({ kind }) => kind === 'missing')
  const unknown = problems.flatMap(({ kind, path }) =>
    kind === 'unknown' && path.length === 1 ? [String(path[0])] : [],
  )
  const name = missing?.path.length === 1 ? String(missing.path[0]) : undefined
  if (name === undefined || others.length > 0 || unknown.length === 0) return undefined
  if (!isObject(input) || schemaAt(schema, [name])?.type !== 'object') return undefined
  const entries = Object.entries(input)
  const isInside = ([key]: [string, unknown]) => unknown.includes(key)
  const wrapped = {
    ...Object.fromEntries(entries.filter((entry) => !isInside(entry))),
    [name]: Object.fromEntries(entries.filter(isInside)),
  }
  if (readValue(schema, wrapped).problems.length > 0) return undefined
  const text = writeArguments(wrapped, { form })
  const instruction = `Put ${unknown.map(quote).join(' and ')} into '${name}'`
  return text.length <= MAX_CALL_LENGTH ? `${instruction}: ${text}` : `${instruction}.`
}

/** The corrected values of arguments whose invalid value and schema determine the correct one. */
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
          : updateAt(changed, path.slice(1), (old) =>
              correctValue(part, old, { isId: isReference(String(path.at(-1))) }),
            )
      },
      valueAt(input, [name]),
    )
    if (value === undefined || readValue(member, value).problems.length > 0) continue
    const isShort = writeArguments({ [name]: value }, { form }).length <= MAX_EXAMPLE_LENGTH
    if (isShort && !containsSecret({ [name]: value })) corrected.set(String(name), value)
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
  converted: ' and convert it',
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
  { schema, input, effect, form }: RejectedCall,
): string | undefined {
  const name = `'${pathText(problem.path)}'`
  if (problem.kind === 'unknown') {
    const value = valueAt(input, problem.path)
    const isStructure = typeof value === 'object' && value !== null
    const isEmpty = isStructure ? Object.keys(value).length === 0 : value === null || value === ''
    if (isPage(problem)) {
      return `Leave out ${name}; for the next page, send the next_cursor of the last answer as 'cursor'.`
    }
    const lifetime =
      isExpiry(problem) && typeof value === 'string'
        ? lifetimeParameter(problem, schema)
        : undefined
    if (lifetime !== undefined) return `Send ${lifetime} in place of ${name}.`
    const meant = isEmpty ? undefined : resembling(problem, input)
    if (meant !== undefined) return renameAndCorrect(problem, meant, schema)
    const isRead = effect === 'read' || form === 'query'
    const limit = isRead ? undefined : withoutLimit(problem, name)
    if (limit !== undefined) return limit
    const candidates = isEmpty ? [] : parametersFor(problem, schema, input)
    if (candidates.length > 0) {
      const choices = candidates.slice(0, 5).map(quote).join(', ')
      const move = `Send the value of ${name} as ${candidates.length > 1 ? 'one of ' : ''}${choices}`
      return isStructure ? `${move}.` : `${move} if it means the same; otherwise leave out ${name}.`
    }
    if (isStructure && !isEmpty && effect !== 'read')
      return `Send the content of ${name} in the valid parameters.`
    return `Leave out ${name}.`
  }
  const part: Schema | undefined = schemaAt(schema, problem.path)
  const verb = problem.kind === 'missing' ? 'Add' : 'Correct'
  const source = part?.[listedBy]
  const isSaid = source === undefined || part?.description?.includes(source)
  const look = isSaid ? '' : ` ${source} lists them.`
  return part?.description === undefined ? undefined : `${verb} ${name}: ${part.description}${look}`
}

// Names of flags and conditions with which models try to limit the effect of a call.
const LIMITS =
  /^(dry_?run|preview|simulate|trial|validate_only|check_only|undo|private|visibility|scope|append|merge|overwrite|if_not_exists|create_only|keep_|only_|exclude|except|where|filters?$|conditions?$|limit$|max_|schedule_ids?$|agent_ids?$)/

/** For a limit: without it, the call would do more than intended. */
function withoutLimit({ path, valid = [] }: Problem, name: string): string | undefined {
  const key = String(path.at(-1))
  if (!LIMITS.test(key)) return undefined
  if (
    valid.includes('if_version') &&
    /^(append|merge|overwrite|if_not_exists|create_only)/.test(key)
  ) {
    return `Leave out ${name} and send "if_version": 0, so that no existing value is replaced.`
  }
  if (valid.includes('subscribers') && /^(private|visibility|scope)/.test(key)) {
    return `Name the readers in 'subscribers' in place of ${name}; without them, every agent can read it.`
  }
  return `There is no ${name} here. Send the call without it only if its whole effect is meant.`
}

const isExpiry = ({ path }: Problem): boolean =>
  /^(expir|valid_until|delete_after)/.test(String(path.at(-1)))

/** For an expiry date, because lifetimes are given in seconds or hours. */
function lifetimeParameter({ valid = [] }: Problem, schema: TSchema): string | undefined {
  const unitOf = (name: string) => (schemaAt(schema, [name]) as Schema | undefined)?.[lifetimeUnit]
  const first = valid.find((name) => unitOf(name) !== undefined)
  if (first === undefined) return undefined
  const unit = unitOf(first) === 3600 ? 'hours' : 'seconds'
  return `the ${unit} until then as '${first}'`
}

const PAGE = ['page', 'page_number', 'offset', 'skip', 'start_index']

/** Pages have no numbers: each answer contains the cursor of the next page. */
const isPage = ({ path, valid = [] }: Problem): boolean =>
  valid.includes('cursor') && PAGE.includes(String(path.at(-1)))

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
