import { visibleToolsets } from '@quartermaster/manifests'
import {
  type Caller,
  closestToolName,
  mayCall,
  quote,
  type RoutedTool,
  ToolError,
  toolPath,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { Catalog, ToolServices } from '../catalog.ts'
import type { Services } from '../services.ts'
import { splitList } from './split-list.ts'
import { type Subject, uniqueNames } from './unique-names.ts'

const SubjectIds = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }))], {
      description,
    }),
  )

/** The query parameters that select the tools of subjects. Each is the `binding` of a family. */
export const SubjectQuery = {
  table: SubjectIds(
    'Tools of these tables. Comma-separated ids or names, or a repeated parameter.',
  ),
  document: SubjectIds(
    'Tools of these documents. Comma-separated ids or file names, or a repeated parameter.',
  ),
  toolset: SubjectIds('Tools of these toolsets. Comma-separated ids, or a repeated parameter.'),
  thread: SubjectIds('Tools of the active toolset of this thread.'),
}

export type Subjects = Partial<Record<keyof typeof SubjectQuery, string | readonly string[]>>

type Options = { readonly catalog: Catalog; readonly services: Services }

/** A tool as it is offered to a caller: `name` is unique among the tools offered together. */
export type OfferedTool = RoutedTool<ToolServices> & {
  readonly name: string
  readonly isPermitted: boolean
}

type Candidate = RoutedTool<ToolServices> & { readonly subject: Subject | undefined }

/**
 * The tools of the given subjects; without subjects, the fixed tools and those of all toolsets.
 * `names` picks among both, and `*` is both together. Denied tools are included: filter by `isPermitted`.
 */
export async function selectTools(
  { catalog, services }: Options,
  caller: Caller,
  subjects: Subjects,
  names?: readonly string[],
): Promise<readonly OfferedTool[]> {
  const hasSubjects = Object.values(subjects).some((ids) => ids !== undefined)
  if (hasSubjects || names !== undefined)
    return select({ catalog, services }, caller, subjects, names)
  await services.toolsets.loaded
  const folders = services.toolsets.list()
  const known = offeredTo.get(caller)
  if (known !== undefined && isSame(known.folders, folders)) return known.tools
  const tools = await select({ catalog, services }, caller, {})
  offeredTo.set(caller, { folders, tools })
  return tools
}

/** The tools without subjects, cached while the loaded folders stay the same. The keyring keeps one `Caller` per key. */
const offeredTo = new WeakMap<
  Caller,
  { readonly folders: readonly object[]; readonly tools: readonly OfferedTool[] }
>()

const isSame = (known: readonly object[], current: readonly object[]): boolean =>
  known.length === current.length && known.every((folder, at) => folder === current[at])

async function select(
  { catalog, services }: Options,
  caller: Caller,
  subjects: Subjects,
  names?: readonly string[],
): Promise<OfferedTool[]> {
  const fixed = catalog.groups
    .flatMap(({ tools }) => tools)
    .map((tool) => ({ tool, path: toolPath(tool.name), subject: undefined }))
  const bound = await toolsOfSubjects({ catalog, services }, caller, subjects)
  const isDefault = bound === undefined
  const isAll = names?.includes(ALL_TOOLS) ?? false
  if (isDefault || isAll) await services.toolsets.loaded
  const folders = isDefault || isAll ? toolsetTools(catalog, services, caller) : []
  const everything = distinctPaths([...fixed, ...folders, ...(bound ?? [])])
  if (isAll) return offer(everything, caller)
  if (names === undefined) return offer(bound ?? everything, caller)
  const offered = offer(bound === undefined ? everything : [...bound, ...fixed], caller)
  return [...new Set(names.map((name) => pick(name, offered)))]
}

/** The name in `tools` that selects everything offered without subjects, and the tools of the subjects. */
export const ALL_TOOLS = '*'

/** A toolset may be selected as a subject and be among all folders. */
const distinctPaths = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map((candidate) => [candidate.path, candidate])).values(),
]

/** The tool as a descriptor presents it: under its unique name. */
export const asOffered = ({ tool, path, name }: OfferedTool): RoutedTool => ({
  tool: name === tool.name ? tool : { ...tool, name },
  path,
})

async function toolsOfSubjects(
  { catalog, services }: Options,
  caller: Caller,
  subjects: Subjects,
): Promise<Candidate[] | undefined> {
  const wanted = Object.entries(subjects).flatMap(([binding, value]) =>
    idsOf(binding, value).map((id) => ({ binding, id })),
  )
  if (wanted.length === 0) return undefined
  const found = await Promise.all(
    wanted.map(async ({ binding, id }) => {
      const family = catalog.families.find((candidate) => candidate.binding === binding)
      if (family === undefined) throw new ToolError('not_found', `There is no such ${binding}.`)
      const call = { caller, services: services.forTools }
      const named = (await family.identify?.(id, call)) ?? { id, name: id }
      const tools = await family.find(named.id, call)
      return { binding, named, tools, path: family.path(named.id) }
    }),
  )
  // A subject may be given twice, for example by its id and by its name.
  const distinct = [...new Map(found.map((subject) => [subject.path, subject])).values()]
  return distinct.flatMap(({ binding, named, tools, path }) => {
    const siblings = distinct.filter((other) => other.binding === binding)
    const subject = { ...named, hasSiblings: HAS_SAME_TOOLS.has(binding) && siblings.length > 1 }
    return tools.map((tool) => ({ tool, path: toolPath(tool.name, path), subject }))
  })
}

/** All tables have the same kinds of tools, and so do all documents. */
const HAS_SAME_TOOLS = new Set(['table', 'document'])

/** Thread ids may contain commas. */
const idsOf = (binding: string, value: string | readonly string[] = []): string[] =>
  binding === 'thread' ? [value].flat() : splitList(value)

function toolsetTools(catalog: Catalog, services: Services, caller: Caller): Candidate[] {
  const family = catalog.families.find(({ binding }) => binding === 'toolset')
  if (family === undefined) return []
  const toolsets = visibleToolsets(services.toolsets, caller)
  return toolsets.list().flatMap(({ id }) => {
    const path = family.path(id)
    const tools = toolsets.tools(id) ?? []
    const subject = { id, name: id, hasSiblings: false }
    return tools.map((tool) => ({ tool, path: toolPath(tool.name, path), subject }))
  })
}

function offer(candidates: readonly Candidate[], { access }: Caller): OfferedTool[] {
  const checked = candidates.map((candidate) => ({
    ...candidate,
    isPermitted: mayCall(access, candidate),
  }))
  const names = uniqueNames(checked)
  return checked.map(({ tool, path, isPermitted }, at) => ({
    tool,
    path,
    isPermitted,
    name: names[at] ?? tool.name,
  }))
}

function pick(wanted: string, offered: readonly OfferedTool[]): OfferedTool {
  const found = offered.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  const near = closestToolName(
    wanted,
    offered.map(({ name }) => name),
  )
  throw new ToolError('unknown_tool', `Unknown tool ${quote(wanted)}.`, {
    ...(near !== undefined && { suggestion: `Did you mean '${near}'?` }),
  })
}
