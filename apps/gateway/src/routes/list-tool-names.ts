import type { Toolsets } from '@quartermaster/manifests'
import type { Catalog } from '../catalog.ts'

/** The names of all tools that agents could be allowed to call, in any workspace. */
export async function listToolNames(
  { groups, families }: Catalog,
  toolsets: Toolsets,
): Promise<string[]> {
  await toolsets.loaded
  return [
    ...groups.flatMap(({ tools }) => tools.map(({ name }) => name)),
    ...families.flatMap(({ genericTools }) => genericTools.map(({ name }) => name)),
    ...toolsets.list().flatMap(({ id }) => (toolsets.tools(id) ?? []).map(({ name }) => name)),
  ]
}
