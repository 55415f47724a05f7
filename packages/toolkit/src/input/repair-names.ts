import type { TSchema } from '@sinclair/typebox'
import { isObject } from '../json/json.ts'
import type { Path, Problem, SchemaOrBoolean } from '../schema/read-result.ts'
import { fromText } from '../schema/read-scalar.ts'
import { readValue } from '../schema/read-value.ts'
import { editsTo } from './closest-name.ts'

/** A change of the arguments that removes one `unknown` problem. */
export type Repair =
  | { readonly kind: 'rename'; readonly path: Path; readonly to: string; readonly form: Form }
  | { readonly kind: 'move members'; readonly path: Path }

/** How the value fits its new name: as it is, in a list, as the only item of its list, or as "5m". */
type Form = 'value' | 'list' | 'item' | 'unit'

type Members = Record<string, unknown>

/**
 * Finds a valid name for each unknown one, each valid name at most once. Names that resemble each
 * other come first; a single unknown name then takes the single missing one.
 */
export function findRepairs(
  problems: readonly Problem[],
  schema: TSchema,
  input: unknown,
): readonly Repair[] {
  const unknown = problems.filter(({ kind }) => kind === 'unknown')
  const groups = Map.groupBy(unknown, ({ path }) => JSON.stringify(path.slice(0, -1)))
  return [...groups.values()].flatMap((group) => {
    const parent = group[0]?.path.slice(0, -1) ?? []
    const members = valueAt(input, parent)
    return isObject(members) ? repairGroup(group, problems, schema, parent, members) : []
  })
}

function repairGroup(
  unknown: readonly Problem[],
  problems: readonly Problem[],
  schema: TSchema,
  parent: Path,
  members: Members,
): Repair[] {
  const free = new Set(unknown[0]?.valid?.filter((name) => !Object.hasOwn(members, name)))
  const missing = new Set(
    problems
      .filter(({ kind, path }) => kind === 'missing' && isChild(parent, path))
      .map(({ path }) => String(path.at(-1)))
      .filter((name) => free.has(name)),
  )
  const repairs: Repair[] = []
  const rename = (name: string, to: string, form: Form) => {
    free.delete(to)
    missing.delete(to)
    repairs.push({ kind: 'rename', path: [...parent, name], to, form })
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
  if (lastName !== undefined && lastMissing !== undefined) {
    const missingSchema = schemaAt(schema, [...parent, lastMissing])
    const form = Object.hasOwn(UNITS, lastName)
      ? unitForm(missingSchema, lastName, members[lastName])
      : formFor(missingSchema, members[lastName])
    const isOnlyChoice = otherNames.length === 0 && otherMissing.length === 0
    if (isOnlyChoice && form !== undefined) rename(lastName, lastMissing, form)
  }
  return repairs
}

// Names that models use for a parameter that is called otherwise here.
const SAME_MEANING = [
  ['timezone', 'tz'],
  ['end_at', 'until'],
  ['sort_by', 'order_by'],
  ['max_repetitions', 'repeat', 'times'],
]

function editsBetween(name: string, to: string): number | undefined {
  const isSynonym = SAME_MEANING.some((names) => names.includes(name) && names.includes(to))
  return isSynonym ? 1 : editsTo(name, to)
}

// `minutes: 5` is not `every: 5`, which are seconds.
const UNITS: Readonly<Record<string, string>> = { seconds: 's', minutes: 'm', hours: 'h' }

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
  return free.find((valid) => editsBetween(name, valid) !== undefined)
}

/** A required parameter that is missing is preferred over an optional one. */
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

// Nobody sends an id or a cursor under a name that says nothing of it.
const isReference = (name: string): boolean => /(^|_)(id|ids|cursor|version)$/.test(name)

/** The free parameters of the same object that accept the value of an unknown one. */
export function parametersFor(problem: Problem, schema: TSchema, input: unknown): string[] {
  const parent = problem.path.slice(0, -1)
  const members = valueAt(input, parent)
  if (!isObject(members)) return []
  const value = members[String(problem.path.at(-1))]
  return (problem.valid ?? []).filter(
    (name) =>
      !Object.hasOwn(members, name) &&
      (!isReference(name) || isReference(String(problem.path.at(-1)))) &&
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
        if (repair.kind === 'rename') return [[repair.to, inForm(repair.form, key, value)]]
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

/** The schema of a part; `undefined` where only `anyOf` and the like would tell. */
export function schemaAt(schema: TSchema | undefined, path: Path): TSchema | undefined {
  return path.reduce<TSchema | undefined>((inside, step) => {
    if (typeof step === 'number') return Array.isArray(inside?.items) ? undefined : inside?.items
    const properties: Record<string, TSchema> = inside?.properties ?? {}
    return Object.hasOwn(properties, step) ? properties[step] : undefined
  }, schema)
}

const isChild = (parent: Path, path: Path): boolean =>
  path.length === parent.length + 1 && parent.every((step, index) => path[index] === step)
