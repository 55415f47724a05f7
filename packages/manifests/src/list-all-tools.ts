import { type Caller, mayCall, type RoutedTool } from '@quartermaster/toolkit'
import type { Toolsets } from './folder/toolsets.ts'
import { toolsetFamily } from './toolset-family.ts'
import { visibleToolsets } from './visible-toolsets.ts'

/** A function of a folder with a name that is unique among all tools of the caller. */
export type ExportedTool = RoutedTool<unknown> & {
  /** `tool.name`, or `Folder__function` if another tool has that name. */
  readonly name: string
  readonly toolset: string
}

// What every vendor accepts as the length of a tool's name.
const MAX_NAME = 64

/**
 * The functions of all folders that a caller may call, for lists without a selector. `taken` are
 * the names of the gateway's own tools. Names do not depend on the caller's allow-list, and they
 * are compared without regard to case, as allow-lists do.
 */
export function listAllTools(
  toolsets: Toolsets,
  caller: Pick<Caller, 'workspace' | 'isRoot' | 'access'>,
  taken: Iterable<string> = [],
): ExportedTool[] {
  const visible = visibleToolsets(toolsets, caller)
  const functions = visible.list().flatMap(({ id: toolset }) =>
    (visible.tools(toolset) ?? []).map((tool) => {
      const path = `${toolsetFamily.path(toolset)}/tools/${tool.name}`
      return { tool, path, toolset, key: tool.name.toLowerCase() }
    }),
  )
  const used = new Set([...taken].map((name) => name.toLowerCase()))
  const byKey = Map.groupBy(functions, ({ key }) => key)
  const plain = new Set(
    [...byKey.keys()].filter((key) => byKey.get(key)?.length === 1 && !used.has(key)),
  )
  for (const key of plain) used.add(key)

  const exported = functions.map(({ key, ...routed }) => {
    const name = plain.has(key) ? routed.tool.name : unusedName(qualifiedName(routed), used)
    used.add(name.toLowerCase())
    return { ...routed, name }
  })
  return exported.filter((routed) => mayCall(caller.access, routed))
}

/** Folder names may be long and contain characters that vendors refuse. */
function qualifiedName({ tool: { name }, toolset }: Omit<ExportedTool, 'name'>): string {
  const prefix = toolset.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'toolset'
  const room = MAX_NAME - name.length - 2
  return room < 1 ? name : `${prefix.slice(0, room)}__${name}`
}

function unusedName(name: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = name.slice(0, MAX_NAME - suffix.length) + suffix
    if (!used.has(candidate.toLowerCase())) return candidate
  }
}
