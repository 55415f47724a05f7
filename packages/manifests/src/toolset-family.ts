import { closestToolName, subjectPath, ToolError, type ToolFamily } from '@quartermaster/toolkit'
import { unknownToolset } from './find-toolset.ts'
import type { ToolsetServices } from './services.ts'
import { visibleToolsets } from './visible-toolsets.ts'

/** The functions of a folder: /v1/toolsets/ID/tools/NAME. */
export const toolsetFamily: ToolFamily<ToolsetServices> = {
  name: 'toolsets',
  title: 'Your own tools',
  binding: 'toolset',
  path: (id) => subjectPath('toolsets', id),
  // Folders are known only at run time.
  genericTools: [],

  find: async (id, { caller, services }) => {
    const toolsets = visibleToolsets(services.toolsets, caller)
    const tools = await toolsets.findTools(id)
    if (tools === undefined) throw unknownToolset(toolsets, id)
    return tools
  },

  explainMissing: async (id, name, { caller, services }) => {
    const tools = visibleToolsets(services.toolsets, caller).tools(id) ?? []
    return unknownFunction(`The toolset '${id}'`, name, tools)
  },
}

/** The error for a function that `owner` does not have; it lists those it has. */
export function unknownFunction(
  owner: string,
  name: string,
  tools: readonly { readonly name: string }[],
): ToolError {
  const names = tools.map((tool) => tool.name)
  const near = closestToolName(name, names)
  const shown = name.replace(/[^\w.:-]/g, '').slice(0, 64)
  const message = `${owner} has no function '${shown}'. Functions: ${names.join(', ')}.`
  return new ToolError('unknown_tool', message, {
    suggestion: near === undefined ? `Use one of: ${names.join(', ')}.` : `Did you mean '${near}'?`,
    details: { functions: names },
  })
}
