import { type VisibleToolsets, visibleToolsets } from '@quartermaster/manifests'
import { type Caller, ToolError, toolPath } from '@quartermaster/toolkit'
import type { Catalog } from '../catalog.ts'
import type { Services } from '../services.ts'

/** The error for a tool that is called under the wrong path names the tool's own path. */
export const explainUnknownTool =
  (catalog: Catalog, services: Pick<Services, 'toolsets'>) =>
  async (name: string, caller: Caller, kind?: string): Promise<ToolError | undefined> => {
    const families = catalog.families.filter(({ binding }) => binding !== kind)
    const paths = [
      ...groupPaths(catalog, name),
      ...familyPaths(families, name),
      ...toolsetPaths(families, visibleToolsets(services.toolsets, caller), name),
    ]
    if (paths.length === 0) return undefined
    return new ToolError('unknown_tool', `The tool '${name}' has another path.`, {
      suggestion: `Call POST ${paths.join(' or ')}.`,
      details: { paths },
    })
  }

const groupPaths = ({ groups }: Catalog, name: string): string[] =>
  groups.some(({ tools }) => tools.some((tool) => tool.name === name)) ? [toolPath(name)] : []

const familyPaths = (families: Catalog['families'], name: string): string[] =>
  families
    .filter(({ genericTools }) => genericTools.some((tool) => tool.name === name))
    .map(({ path }) => toolPath(name, path('{id}')))

function toolsetPaths(
  families: Catalog['families'],
  toolsets: VisibleToolsets,
  name: string,
): string[] {
  const family = families.find(({ binding }) => binding === 'toolset')
  if (family === undefined) return []
  return toolsets
    .list()
    .filter(({ id }) => toolsets.tools(id)?.some((tool) => tool.name === name))
    .map(({ id }) => toolPath(name, family.path(id)))
}
