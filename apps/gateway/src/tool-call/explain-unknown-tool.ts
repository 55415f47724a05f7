import { ToolError, toolPath } from '@quartermaster/toolkit'
import type { Catalog } from '../catalog.ts'
import type { Services } from '../services.ts'

/** For a tool that is called at /v1/tools/NAME but belongs to a subject: the error names its path. */
export const explainUnknownTool =
  (catalog: Catalog, services: Pick<Services, 'toolsets'>) =>
  async (name: string): Promise<ToolError | undefined> => {
    const paths = [...familyPaths(catalog, name), ...toolsetPaths(catalog, services, name)]
    if (paths.length === 0) return undefined
    return new ToolError('unknown_tool', `The tool '${name}' has another path.`, {
      suggestion: `Call POST ${paths.join(' or ')}.`,
      details: { paths },
    })
  }

const familyPaths = ({ families }: Catalog, name: string): string[] =>
  families
    .filter(({ genericTools }) => genericTools.some((tool) => tool.name === name))
    .map(({ path }) => toolPath(name, path('{id}')))

function toolsetPaths(
  { families }: Catalog,
  { toolsets }: Pick<Services, 'toolsets'>,
  name: string,
): string[] {
  const family = families.find(({ binding }) => binding === 'toolset')
  if (family === undefined) return []
  return toolsets
    .list()
    .filter(({ id }) => toolsets.tools(id)?.some((tool) => tool.name === name))
    .map(({ id }) => toolPath(name, family.path(id)))
}
