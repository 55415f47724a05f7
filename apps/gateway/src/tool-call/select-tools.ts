import {
  type Caller,
  closestName,
  type RoutedTool,
  ToolError,
  toolPath,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { Catalog, ToolServices } from '../catalog.ts'
import type { Services } from '../services.ts'

const Subject = (what: string) =>
  Type.Optional(Type.String({ minLength: 1, description: `The tools of this ${what}.` }))

/** What tools can belong to; each is the binding of a family. */
export const Subjects = {
  table: Subject('table'),
  document: Subject('document'),
  toolset: Subject('folder'),
  thread: Subject('thread'),
}

type Options = { readonly catalog: Catalog; readonly services: Services }
type Placed = RoutedTool<ToolServices>

/** The tools of the subjects that are named, else all that need none; `names` picks among both. */
export async function selectTools(
  { catalog, services }: Options,
  caller: Caller,
  subjects: Partial<Record<keyof typeof Subjects, string>>,
  names?: readonly string[],
): Promise<Placed[]> {
  const fixed = catalog.groups
    .flatMap(({ tools }) => tools)
    .map((tool) => ({ tool, path: toolPath(tool.name) }))
  const bound = await Promise.all(
    Object.entries(subjects).map(async ([binding, id]) => {
      const family = catalog.families.find((candidate) => candidate.binding === binding)
      if (family === undefined) throw new ToolError('not_found', `There is no such ${binding}.`)
      const tools = await family.find(id, { caller, services: services.forTools })
      return tools.map((tool) => ({ tool, path: toolPath(tool.name, family.path(id)) }))
    }),
  )
  const offered = bound.length > 0 ? bound.flat() : fixed
  if (names === undefined) return offered
  return [...new Set(names.map((name) => pick(name, [...bound.flat(), ...fixed])))]
}

function pick(name: string, offered: readonly Placed[]): Placed {
  const found = offered.find(({ tool }) => tool.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  const near = closestName(
    name,
    offered.map(({ tool }) => tool.name),
  )
  throw new ToolError('unknown_tool', `There is no tool '${name.slice(0, 64)}' to choose.`, {
    ...(near !== undefined && { suggestion: `Did you mean '${near}'?` }),
  })
}
