import {
  isObject,
  parseJson,
  quote,
  stringifyJson,
  type Tool,
  ToolError,
} from '@quartermaster/toolkit'
import { type FormerColumns, formerColumns } from '../queries/history/revisions.ts'
import { getTable, type StackTable } from '../queries/tables/tables.ts'
import type { StackServices } from '../tool.ts'
import { exampleRow } from './example-row.ts'
import { findColumn } from './find-column.ts'
import { foldName } from './fold-name.ts'
import { refuseBothNames } from './refuse-both-names.ts'
import { schemaChanged, validParameters } from './schema-changed-error.ts'

/** The places in the arguments of a tool that contain names of columns. */
type ArgumentLocations = {
  /** For a tool whose arguments are columns: the other arguments. */
  readonly ownArguments?: readonly string[]
  /** Arguments whose members are columns. */
  readonly groups?: readonly string[]
  /** Arguments whose value is a column name: `sort_by`, `columns[]`, `filters[].column`. */
  readonly values?: readonly string[]
}

type Parameters = Record<string, unknown>
type Adapt = NonNullable<Tool<StackServices>['adapt']>

/**
 * Renames column names to argument names and refuses a call that was made for other columns: its
 * `x-schema-version` header or `schema_version` argument is not current, or it names a column that
 * no longer exists. If the caller made all changes since that version itself, the version may be old.
 */
export const adaptArguments =
  (table: StackTable, locations: ArgumentLocations): Adapt =>
  async (parameters, { caller, services, version: header }) => {
    const { stated, given } = takeVersion(table, parameters)
    const version = (stated ?? undefined) === undefined ? header : String(stated)
    const isOutdated = version !== undefined && version !== String(table.version)
    const adapted = withArgumentNames(table, unwrapRow(table, given, locations), locations)
    const names = columnNames(adapted, locations)
    const unknown = names.filter((name) => findColumn(table.columns, name) === undefined)
    if (names.length === 0 || (!isOutdated && unknown.length === 0)) return adapted

    const former = await formerColumns(services.db, table.id)
    const fits = unknown.length === 0 && changedOnlyBy(caller.agent, former, Number(version))
    const wasColumn = (name: string) =>
      former.some(({ columns }) => findColumn(columns, name) !== undefined)
    if (fits || (!isOutdated && !unknown.some(wasColumn))) return adapted
    throw schemaChanged(await getTable(services.db, caller.workspaceId, table.id), former, {
      names,
      unknown,
      version: isOutdated ? version : undefined,
      ownArguments: locations.ownArguments,
    })
  }

/** Whether this agent made all changes of the columns since `version`. */
function changedOnlyBy(agent: string, former: readonly FormerColumns[], version: number): boolean {
  const since = former.filter((set) => set.version >= version)
  return (
    since.some((set) => set.version === version) && since.every((set) => set.replacedBy === agent)
  )
}

/** If the table has a column named `schema_version`, only the header can state the version. */
function takeVersion({ columns }: StackTable, parameters: Parameters) {
  const isColumn = columns.some(({ name }) => foldName(name) === 'schema_version')
  if (isColumn) return { stated: undefined, given: parameters }
  const { schema_version: stated, ...given } = parameters
  return { stated, given }
}

/**
 * Models often send the columns inside an object, such as `row_data`. Its members become arguments if
 * that is unambiguous; otherwise the error shows the correct form, so that no value is lost.
 */
function unwrapRow(
  table: StackTable,
  parameters: Parameters,
  { ownArguments }: ArgumentLocations,
): Parameters {
  if (ownArguments === undefined || table.columns.length === 0) return parameters
  const isColumn = (name: string) => findColumn(table.columns, name) !== undefined
  const isRow = (members: Parameters) =>
    Object.keys(members).length > 0 &&
    Object.keys(members).every((name) => isColumn(name) || ownArguments.includes(name))
  const wrappers = Object.entries(parameters).flatMap(([name, value]) => {
    if (ownArguments.includes(name) || isColumn(name) || DESCRIBES_CELLS.test(name)) return []
    const members = asObject(value) ?? fromPairs(value)
    return members !== undefined && (isObject(value) || isRow(members)) ? [{ name, members }] : []
  })
  const [wrapper] = wrappers
  if (wrapper === undefined) return parameters
  const { [wrapper.name]: _, ...others } = parameters
  const isDisjoint = Object.keys(wrapper.members).every((name) => !Object.hasOwn(others, name))
  if (wrappers.length === 1 && isRow(wrapper.members) && isDisjoint) {
    return { ...others, ...wrapper.members }
  }
  throw new ToolError(
    'invalid_input',
    `Unknown parameter ${quote(wrapper.name)}. Valid parameters: ${validParameters(table, ownArguments)}.`,
    {
      suggestion: `Send each column as an argument of its own, not inside ${quote(wrapper.name)}${correctedRow(wrapper.members)}.`,
    },
  )

  /** The corrected call with the caller's values if their columns are clear, otherwise an example. */
  function correctedRow(members: Parameters): string {
    const cells = Object.entries(members).filter(([name]) => isColumn(name))
    const unknown = Object.keys(members).filter((name) => !isColumn(name))
    const text = stringifyJson({ ...others, ...Object.fromEntries(cells) })
    if (wrappers.length > 1 || cells.length === 0 || !isDisjoint || text.length > MAX_SHOWN) {
      return `, for example ${exampleRow(table)}`
    }
    return `: ${text}. The table has no column ${unknown.map((name) => quote(name)).join(', ')}`
  }
}

const MAX_SHOWN = 1000

// `confidence: {"vendor": 0.9}` has columns as members, but does not contain their values.
const DESCRIBES_CELLS = /confiden|score|source|type|unit/i

function withArgumentNames(
  { columns }: StackTable,
  parameters: Parameters,
  { ownArguments, groups = [] }: ArgumentLocations,
): Parameters {
  const keys = new Map(columns.map(({ name, key }) => [name, key]))
  const rename = (members: Parameters, isOwn: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => {
        const key = isOwn(name) ? undefined : keys.get(name)
        if (key !== undefined) refuseBothNames(members, name, key)
        return [key ?? name, value]
      }),
    )
  const nested = Object.entries(parameters).map(([name, value]): [string, unknown] => {
    const members = groups.includes(name) ? asObject(value) : undefined
    return [name, members === undefined ? value : rename(members, () => false)]
  })
  const renamed = Object.fromEntries(nested)
  return ownArguments === undefined
    ? renamed
    : rename(renamed, (name) => ownArguments.includes(name))
}

/** Objects and lists may be sent as JSON text; `readInput` refuses other texts later. */
function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Parameters | undefined {
  const read = fromText(value)
  return isObject(read) ? read : undefined
}

/** `{"vendor": "Acme"}` for `[{"column": "vendor", "value": "Acme"}]`. */
function fromPairs(value: unknown): Parameters | undefined {
  const pairs = asList(value).flatMap((item): [string, unknown][] => {
    const { column, name = column, value: cell } = asObject(item) ?? {}
    return typeof name === 'string' && cell !== undefined ? [[name, cell]] : []
  })
  const isDistinct = new Set(pairs.map(([name]) => name)).size === asList(value).length
  return pairs.length > 0 && isDistinct ? Object.fromEntries(pairs) : undefined
}

function asList(value: unknown): unknown[] {
  const read = fromText(value)
  return Array.isArray(read) ? read : []
}

function columnNames(
  parameters: Parameters,
  { ownArguments, groups = [], values = [] }: ArgumentLocations,
): string[] {
  const top =
    ownArguments === undefined
      ? []
      : Object.keys(parameters).filter((name) => !ownArguments.includes(name))
  const members = groups.flatMap((name) => Object.keys(asObject(parameters[name]) ?? {}))
  const named = values
    .flatMap((location) => valuesAt(parameters, location))
    .filter((name) => typeof name === 'string')
  return [...new Set([...top, ...members, ...named])]
}

function valuesAt(parameters: Parameters, location: string): unknown[] {
  const [list = '', member] = location.split(/\[\]\.?/)
  if (member === undefined) return [parameters[list]]
  const items = asList(parameters[list])
  return member === '' ? items : items.map((item) => asObject(item)?.[member])
}
