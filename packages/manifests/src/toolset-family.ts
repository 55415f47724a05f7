import { subjectPath, type ToolFamily } from '@quartermaster/toolkit'
import { unknownToolset } from './find-toolset.ts'
import type { ToolsetServices } from './services.ts'

/** The functions of a folder: /v1/toolsets/ID/tools/NAME. */
export const toolsetFamily: ToolFamily<ToolsetServices> = {
  name: 'toolsets',
  title: 'Your own tools',
  binding: 'toolset',
  path: (id) => subjectPath('toolsets', id),
  // What they are is known only where the folders are.
  genericTools: [],
  find: async (id, { services: { toolsets } }) => {
    const tools = await toolsets.findTools(id)
    if (tools === undefined) throw unknownToolset(toolsets, id)
    return tools
  },
}
