import { isObject, parseJson, type Tool, ToolError } from '@quartermaster/toolkit'
import { shown } from '../not-found.ts'
import { formerColumns } from '../queries/history/revisions.ts'
import { getTable, type StackTable } from '../queries/tables/tables.ts'
import type { StackServices } from '../tool.ts'
import { foldName } from './fold-name.ts'
import type { Column } from './plan-columns.ts'

/** Where a tool's arguments name columns. */
type Places = {
  /** The arguments that are no columns; `undefined` where columns are no arguments. */
  readonly beside?: readonly string[]
  /** Arguments whose members are columns. */
  readonly groups?: readonly string[]
  /** Where the name of a column is a value: `sort_by`, `columns[]`, `filters[].column`. */
  readonly values?: readonly string[]
}

type Adapt = NonNullable<Tool<StackServices>['adapt']>

/**
 * Puts the labels of columns into the names that vendors take, and refuses a call that was made
 * for other columns: one whose descriptor had another version, or which names a column that is no
 * longer there. A model that has been told sends `schema_version` itself, and that counts.
 */
export const adaptArguments =
  (table: StackTable, places: Places): Adapt =>
  async (parameters, { caller, services, version }) => {
    const { stated, sent } = takeVersion(table, parameters)
    const known = (stated ?? undefined) === undefined ? version : String(stated)
    const isOutdated = known !== undefined && known !== String(table.version)
    const adapted = withKeys(table, sent, places)
    const names = columnNames(adapted, places)
    const unknown = names.filter((name) => !isColumn(table, name))
    if (!isOutdated && unknown.length === 0) return adapted

    const former = await formerColumns(services.db, table.id)
    const wasColumn = (name: string) => former.some(({ columns }) => find(columns, name))
    if (!isOutdated && !unknown.some(wasColumn)) return adapted
    const now = await getTable(services.db, caller.workspaceId, table.id)
    throw outdated(now, former, {
      names,
      unknown,
      version: isOutdated ? known : undefined,
      beside: places.beside,
    })
  }

/** A column of that name is a column: then only the header can say the version. */
function takeVersion({ columns }: StackTable, parameters: Record<string, unknown>) {
  const isColumn = columns.some(({ name }) => foldName(name) === 'schema_version')
  if (isColumn) return { stated: undefined, sent: parameters }
  const { schema_version: stated, ...sent } = parameters
  return { stated, sent }
}

const find = (columns: readonly Column[], name: string): Column | undefined =>
  columns.find((column) => column.key === name) ?? columns.find((column) => column.name === name)

const isColumn = ({ columns }: StackTable, name: string): boolean =>
  find(columns, name) !== undefined

function withKeys(
  { columns }: StackTable,
  parameters: Record<string, unknown>,
  { beside, groups = [] }: Places,
): Record<string, unknown> {
  const keys = new Map(columns.map(({ name, key }) => [name, key]))
  const rename = (members: Record<string, unknown>, isOwn: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => {
        const key = isOwn(name) ? undefined : keys.get(name)
        return [key === undefined || Object.hasOwn(members, key) ? name : key, value]
      }),
    )
  const nested = Object.entries(parameters).map(([name, value]): [string, unknown] => {
    const members = groups.includes(name) ? asObject(value) : undefined
    return [name, members === undefined ? value : rename(members, () => false)]
  })
  const whole = Object.fromEntries(nested)
  return beside === undefined ? whole : rename(whole, (name) => beside.includes(name))
}

/** A group or a list may come as JSON text; what is none is left to the reader to refuse. */
function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  const read = fromText(value)
  return isObject(read) ? read : undefined
}

function asList(value: unknown): unknown[] {
  const read = fromText(value)
  return Array.isArray(read) ? read : []
}

function columnNames(
  parameters: Record<string, unknown>,
  { beside, groups = [], values = [] }: Places,
): string[] {
  const own = beside === undefined ? [] : Object.keys(parameters).filter((n) => !beside.includes(n))
  const members = groups.flatMap((name) => Object.keys(asObject(parameters[name]) ?? {}))
  const named = values
    .flatMap((place) => valuesAt(parameters, place))
    .filter((name) => typeof name === 'string')
  return [...new Set([...own, ...members, ...named])]
}

function valuesAt(parameters: Record<string, unknown>, place: string): unknown[] {
  const [list = '', member] = place.split(/\[\]\.?/)
  if (member === undefined) return [parameters[list]]
  const items = asList(parameters[list])
  return member === '' ? items : items.map((item) => asObject(item)?.[member])
}

type Sent = {
  names: readonly string[]
  unknown: readonly string[]
  version: string | undefined
  beside?: readonly string[]
}
type Former = Awaited<ReturnType<typeof formerColumns>>

/** Tells all that is needed to make the call again: the columns now, and what each name became. */
function outdated(
  table: StackTable,
  former: Former,
  { names, unknown, version, beside = [] }: Sent,
): ToolError {
  const sets = former.toSorted(
    (a, b) => Number(isVersion(b, version)) - Number(isVersion(a, version)),
  )
  const became = (name: string): string | null => {
    const old = sets
      .map(({ columns }) => find(columns, name))
      .find((column) => column !== undefined)
    const now =
      table.columns.find(({ id }) => id === old?.id) ??
      table.columns.find((column) => foldName(column.name) === foldName(old?.name ?? name))
    return now?.key ?? null
  }
  const [first, ...last] = beside
  const keys = table.columns.map(({ key }) => key)
  const valid = [...(first === undefined ? [] : [first]), ...keys, ...last].join(', ')
  const moved = names.map((name) => [name, became(name)] as const)
  const sentences = [
    ...unknown.slice(0, 5).map((name) => `Unknown parameter '${shown(name)}'.`),
    version === undefined
      ? `The columns of this table have changed. Valid parameters: ${valid}.`
      : `The columns of this table have changed: the call was made for version ${shown(version)}, the table is at version ${table.version}. Valid parameters: ${valid}.`,
  ]
  const advice = moved
    .filter(([name, now]) => now !== name)
    .map(([name, now]) =>
      now === null ? `Leave out '${shown(name)}'.` : `'${shown(name)}' is '${now}' now.`,
    )
  return new ToolError(version === undefined ? 'invalid_input' : 'conflict', sentences.join(' '), {
    suggestion: [
      ...advice,
      `Call again with these columns and "schema_version": ${table.version}, or get the descriptors anew.`,
    ].join(' '),
    details: {
      schema_version: table.version,
      columns: table.columns.map(({ key, name, type, description }) => ({
        argument: key,
        name,
        type,
        ...(description !== undefined && { description }),
      })),
      arguments: Object.fromEntries(moved),
    },
  })
}

const isVersion = (set: Former[number], version: string | undefined): boolean =>
  String(set.version) === version

/** For a write that found other columns than its tool was made from: they changed in between. */
export async function columnsChangedError(
  { db }: StackServices,
  table: StackTable,
): Promise<ToolError> {
  const now = await getTable(db, table.workspaceId, table.id)
  const former = await formerColumns(db, table.id)
  const names = table.columns.map(({ key }) => key)
  return outdated(now, former, { names, unknown: [], version: String(table.version) })
}
