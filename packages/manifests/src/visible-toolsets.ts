import type { Caller } from '@quartermaster/toolkit'
import type { LoadedFolder } from './folder/load-folder.ts'
import type { Toolsets } from './folder/toolsets.ts'

export type VisibleToolsets = Pick<
  Toolsets,
  'loaded' | 'list' | 'tools' | 'findTools' | 'awaitNew' | 'report' | 'log'
> & {
  /** Whether the folder exists and its current version cannot be loaded. */
  isBroken(id: string): boolean
}

/**
 * The toolsets that a caller may see. A manifest with `workspaces` hides its folder from all others;
 * load reports and logs, which quote files and errors, are for the operator only.
 */
export function visibleToolsets(
  toolsets: Toolsets,
  { workspace, isRoot }: Pick<Caller, 'workspace' | 'isRoot'>,
): VisibleToolsets {
  const isVisible = ({ manifest: { workspaces } }: LoadedFolder) =>
    isRoot || workspaces === null || workspaces.includes(workspace)
  const list = () => toolsets.list().filter(isVisible)
  const isHidden = (id: string) =>
    toolsets.list().some((folder) => folder.id === id && !isVisible(folder))
  return {
    loaded: toolsets.loaded,
    list,
    tools: (id, thread) => (isHidden(id) ? undefined : toolsets.tools(id, thread)),
    findTools: async (id) => {
      const tools = await toolsets.findTools(id)
      return isHidden(id) ? undefined : tools
    },
    awaitNew: toolsets.awaitNew,
    report: () => (isRoot ? toolsets.report() : []),
    log: (id) => (isRoot ? toolsets.log(id) : undefined),
    isBroken: (id) =>
      toolsets.report().some(({ folder, status }) => folder === id && status === 'broken'),
  }
}
