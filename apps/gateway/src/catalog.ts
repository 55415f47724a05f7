import { type ContextServices, contextToolGroup } from '@quartermaster/context'
import { toolsetFamily } from '@quartermaster/manifests'
import { type PromptServices, promptToolGroup } from '@quartermaster/prompts'
import { documentFamily, type StackServices, tableFamily } from '@quartermaster/stacks'
import { type ThreadServices, threadFamily } from '@quartermaster/threads'
import type { ToolFamily, ToolGroup } from '@quartermaster/toolkit'

/** The services of all tool handlers. `db` is the transaction of the call, if it has one. */
export type ToolServices = ContextServices & StackServices & PromptServices & ThreadServices

/** All tools of the gateway. */
export type Catalog = {
  readonly groups: readonly ToolGroup<ToolServices>[]
  readonly families: readonly ToolFamily<ToolServices>[]
}

export const catalog: Catalog = {
  groups: [contextToolGroup, promptToolGroup],
  families: [tableFamily, documentFamily, toolsetFamily, threadFamily],
}
