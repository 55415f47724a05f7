import type { TSchema } from '@sinclair/typebox'
import { isObject } from '../json/json.ts'
import { lifetimeUnit } from '../schema/annotations.ts'
import type { Path, Problem, Schema, SchemaOrBoolean } from '../schema/read-result.ts'
import { fromText } from '../schema/read-scalar.ts'
import { readValue } from '../schema/read-value.ts'
import type { Tool } from '../tool/tool.ts'
import { editsTo } from './closest-name.ts'
import { secondsOf } from './lifetime.ts'

/** A change of the arguments that removes one `unknown` problem. */
export type Repair =
  | {
      readonly kind: 'rename'
      readonly path: Path
      readonly to: string
      readonly form: Form
      /** The value in another unit, for the form `converted`. */
      readonly value?: number
    }
  | { readonly kind: 'move members'; readonly path: Path }

/** How the value fits its new name: unchanged, in a list, as the only item of its list, as "5m", or in another unit. */
type Form = 'value' | 'list' | 'item' | 'unit' | 'converted'

type Members = Record<string, unknown>

/**
 * Finds a valid name for each unknown one, and uses each valid name at most once. First pairs names
 * that resemble each other; then a single remaining unknown name gets the single missing one.
 */
export function findRepairs(
  problems: readonly Problem[],
  schema: TSchema,
  input: unknown,
  effect?: Tool['effect'],
): readonly Repair[] {
  const unknown = problems.filter(({ kind }) => kind === 'unknown')
  const groups = Map.groupBy(unknown, ({ path }) => JSON.stringify(path.slice(0, -1)))
  return [...groups.values()].flatMap((group) => {
    const parent = group[0]?.path.slice(0, -1) ?? []
    const members = valueAt(input, parent)
    return isObject(members) ? repairGroup(group, problems, schema, parent, members, effect) : []
  })
}

function repairGroup(
  unknown: readonly Problem[],
  problems: readonly Problem[],
  schema: TSchema,
  parent: Path,
  members: Members,
  effect: Tool['effect'] | undefined,
): Repair[] {
  const free = new Set(unknown[0]?.valid?.filter((name) => !Object.hasOwn(members, name)))
  const missing = new Set(
    problems
      .filter(({ kind, path }) => kind === 'missing' && isChild(parent, path))
      .map(({ path }) => String(path.at(-1)))
      .filter((name) => free.has(name)),
  )
  const repairs: Repair[] = []
  const rename = (name: string, to: string, form: Form, value?: number) => {
    free.delete(to)
    missing.delete(to)
    const converted = value === undefined ? {} : { value }
    repairs.push({ kind: 'rename', path: [...parent, name], to, form, ...converted })
  }
  let open = unknown.map(({ path }) => String(path.at(-1)))
  const close = (name: string) => {
    open = open.filter((other) => other !== name)
  }

  for (const name of open) {
    const inner = fromText({} as TSchema, members[name])
    const names = isObject(inner) ? Object.keys(inner) : []
    if (names.length === 0 || !names.every((key) => free.has(key))) continue
    for (const key of names) free.delete(key)
    repairs.push({ kind: 'move members', path: [...parent, name] })
    close(name)
  }
  for (const name of open) {
    const lifetime = asLifetime(name, members[name], [...free], (to) =>
      schemaAt(schema, [...parent, to]),
    )
    if (lifetime === undefined) continue
    rename(name, lifetime.to, 'converted', lifetime.value)
    close(name)
  }
  const pairs = open
    .flatMap((name) => [...free].map((to) => ({ name, to, edits: editsBetween(name, to) })))
    .filter(({ edits }) => edits !== undefined)
    .sort((a, b) => rank(a, missing) - rank(b, missing))
  for (const { name, to } of pairs) {
    const form = formFor(schemaAt(schema, [...parent, to]), members[name])
    if (!open.includes(name) || !free.has(to) || form === undefined) continue
    rename(name, to, form)
    close(name)
  }
  const [lastName, ...otherNames] = open
  const [lastMissing, ...otherMissing] = missing
  const isOnlyChoice = otherNames.length === 0 && otherMissing.length === 0
  if (lastName === undefined || lastMissing === undefined || !isOnlyChoice) return repairs
  // Deleting the wrong thing would be worse than another error.
  if (effect === 'destroy') return repairs
  if (!mayMean(lastName, lastMissing, members[lastName])) return repairs
  const missingSchema = schemaAt(schema, [...parent, lastMissing])
  const form = Object.hasOwn(UNITS, lastName)
    ? unitForm(missingSchema, lastName, members[lastName])
    : formFor(missingSchema, members[lastName])
  if (form !== undefined) rename(lastName, lastMissing, form)
  return repairs
}

// Names that models use for parameters that have another name here.
const SAME_MEANING = [
  ['timezone', 'time_zone', 'tz'],
  ['end_at', 'until'],
  ['end', 'to', 'until'],
  ['start', 'from', 'begin'],
  ['sort_by', 'order_by'],
  ['descending', 'desc'],
  ['max_repetitions', 'repeat', 'times', 'count'],
  ['limit', 'page_size', 'per_page', 'max_results', 'max', 'top'],
  ['subscribers', 'to', 'recipients', 'recipient', 'agents'],
  ['key', 'name'],
  ['topic', 'name'],
  ['schedule_id', 'id'],
  ['keys', 'name', 'names'],
  ['value', 'content', 'data', 'payload', 'text', 'body'],
  ['prompt', 'message', 'content', 'text', 'instruction', 'task'],
  ['match_value', 'find', 'search', 'old', 'from'],
  ['new_value', 'replace', 'replacement', 'replace_with', 'new', 'to'],
  ['allowed_tools', 'tools', 'permitted_tools', 'permissions'],
  ['preview', 'dry_run'],
  ['confirm', 'force', 'yes'],
  ['columns', 'column_names', 'fields'],
  ['confidence_scores', 'confidence', 'confidences', 'scores'],
]

function editsBetween(name: string, to: string): number | undefined {
  if (hasOtherUnit(name, to)) return undefined
  const isSynonym = SAME_MEANING.some((names) => names.includes(name) && names.includes(to))
  return isSynonym ? 1 : editsTo(name, to)
}

// `minutes: 5` is `every: "5m"`, not `every: 5`, which means seconds.
const UNITS: Readonly<Record<string, string>> = { seconds: 's', minutes: 'm', hours: 'h' }

const UNIT = /(^|_)(ms|milliseconds|seconds|secs?|minutes|mins?|hours?|days?|weeks?|months?)$/

/** `ttl_minutes: 30` is not `ttl: 30`. */
const hasOtherUnit = (name: string, to: string): boolean => {
  const unit = UNIT.exec(name)?.[2]
  return unit !== undefined && UNIT.exec(to)?.[2] !== unit
}

/** `ttl_minutes: 30` as the value of a lifetime parameter, in the unit of that parameter. */
function asLifetime(
  name: string,
  value: unknown,
  free: readonly string[],
  schemaOf: (name: string) => Schema | undefined,
): { to: string; value: number } | undefined {
  const unit = UNIT.exec(name)?.[2]
  const seconds = unit === undefined ? undefined : secondsOf(unit)
  if (seconds === undefined || typeof value !== 'number') return undefined
  if (!/^(ttl|expir|lifetime|max_age|keep|valid)/.test(name)) return undefined
  const [to] = free
    .flatMap((candidate) => {
      const per = schemaOf(candidate)?.[lifetimeUnit]
      return per === undefined ? [] : { candidate, per }
    })
    .sort((a, b) => a.per - b.per)
  if (to === undefined) return undefined
  const converted = (value * seconds) / to.per
  return formFor(schemaOf(to.candidate), converted) === 'value'
    ? { to: to.candidate, value: converted }
    : undefined
}

// Names of arguments that describe the call. Their values must not become the content of another parameter.
const ABOUT_THE_CALL =
  /^((agent|user|author|sender|workspace|tenant|session|thread|request|trace|conversation)(_?(id|name))?|type|format|mode|encoding|priority|status|verbose|debug|timeout|reason|comment|tags?|timestamp|created_at|pattern)$/

/** Whether an unknown name may mean the parameter `to`, although their names are not similar. */
function mayMean(name: string, to: string, value: unknown): boolean {
  if (typeof value === 'boolean' || ABOUT_THE_CALL.test(name)) return false
  return !isReference(name) || isReference(to)
}

function unitForm(schema: TSchema | undefined, name: string, value: unknown): Form | undefined {
  const isCount = typeof value === 'number' || /^\d+$/.test(String(value))
  return isCount && formFor(schema, `${value}${UNITS[name]}`) === 'value' ? 'unit' : undefined
}

/** The free parameter whose name resembles an unknown one. */
export function resembling(problem: Problem, input: unknown): string | undefined {
  const members = valueAt(input, problem.path.slice(0, -1))
  const name = String(problem.path.at(-1))
  const free = (problem.valid ?? []).filter((valid) => {
    return !(isObject(members) && Object.hasOwn(members, valid))
  })
  const [closest] = free
    .map((valid) => ({ valid, edits: editsBetween(name, valid) }))
    .filter(({ edits }) => edits !== undefined)
    .sort((a, b) => (a.edits ?? 0) - (b.edits ?? 0))
  return closest?.valid
}

/** Prefers a missing required parameter to an optional one. */
const rank = (
  { to, edits = 0 }: { to: string; edits: number | undefined },
  missing: ReadonlySet<string>,
): number => edits - (missing.has(to) ? 2 : 0)

function formFor(schema: SchemaOrBoolean | undefined, value: unknown): Form | undefined {
  if (schema === undefined) return undefined
  const accepts = (candidate: unknown) => readValue(schema, candidate).problems.length === 0
  if (accepts(value)) return 'value'
  if (!Array.isArray(value)) return accepts([value]) ? 'list' : undefined
  return value.length === 1 && accepts(value[0]) ? 'item' : undefined
}

// Ids and cursors are never sent under a name that does not suggest one.
export const isReference = (name: string): boolean => /(^|_)(id|ids|cursor|version)$/.test(name)

/** The free parameters of the same object that accept the value of an unknown one. */
export function parametersFor(problem: Problem, schema: TSchema, input: unknown): string[] {
  const parent = problem.path.slice(0, -1)
  const members = valueAt(input, parent)
  if (!isObject(members)) return []
  const unknown = String(problem.path.at(-1))
  const value = members[unknown]
  return (problem.valid ?? []).filter(
    (name) =>
      !Object.hasOwn(members, name) &&
      typeof value !== 'boolean' &&
      !name.endsWith('cursor') &&
      (!isReference(name) || isReference(unknown)) &&
      formFor(schemaAt(schema, [...parent, name]), value) === 'value',
  )
}

/** The arguments with all repairs applied. */
export const applyRepairs = (input: unknown, repairs: readonly Repair[]): unknown =>
  repairs.reduce(applyRepair, input)

function applyRepair(input: unknown, repair: Repair): unknown {
  const parent = repair.path.slice(0, -1)
  const name = String(repair.path.at(-1))
  return updateAt(input, parent, (members) =>
    Object.fromEntries(
      Object.entries(members as Members).flatMap(([key, value]): [string, unknown][] => {
        if (key !== name) return [[key, value]]
        if (repair.kind === 'rename') {
          return [[repair.to, repair.value ?? inForm(repair.form, key, value)]]
        }
        return Object.entries(fromText({} as TSchema, value) as Members)
      }),
    ),
  )
}

function inForm(form: Form, name: string, value: unknown): unknown {
  if (form === 'unit') return `${value}${UNITS[name]}`
  if (form === 'list') return [value]
  return form === 'item' ? (value as unknown[])[0] : value
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inside, step) => (inside as Members | undefined)?.[step], value)

export function updateAt(value: unknown, path: Path, update: (part: unknown) => unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return update(value)
  if (Array.isArray(value)) {
    return value.with(Number(step), updateAt(value[Number(step)], rest, update))
  }
  const members = value as Members
  return { ...members, [step]: updateAt(members[step], rest, update) }
}

/** The schema at `path`, in the first branch of `anyOf` that has it; `undefined` if there is none. */
export function schemaAt(schema: TSchema | undefined, path: Path): TSchema | undefined {
  return path.reduce<TSchema | undefined>((inside, step) => {
    if (typeof step === 'number') return Array.isArray(inside?.items) ? undefined : inside?.items
    const branches: TSchema[] = inside?.properties === undefined ? (inside?.anyOf ?? []) : [inside]
    const found = branches.find(({ properties = {} }) => Object.hasOwn(properties, step))
    return found?.properties[step] ?? memberOfRecord(inside)
  }, schema)
}

/** The schema of all members of a record, which may have any name. */
function memberOfRecord(schema: TSchema | undefined): TSchema | undefined {
  const members: TSchema[] = Object.values(schema?.patternProperties ?? {})
  return members.length === 1 ? members[0] : undefined
}

const isChild = (parent: Path, path: Path): boolean =>
  path.length === parent.length + 1 && parent.every((step, index) => path[index] === step)
