import { type ContextServices, contextToolGroup } from '@quartermaster/context'
import { toolsetFamily } from '@quartermaster/manifests'
import { type PromptServices, promptToolGroup } from '@quartermaster/prompts'
import { documentFamily, type StackServices, tableFamily } from '@quartermaster/stacks'
import { type ThreadServices, threadFamily } from '@quartermaster/threads'
import type { ToolFamily, ToolGroup } from '@quartermaster/toolkit'

/** What the handlers of all tools need; a call's database is its transaction. */
export type ToolServices = ContextServices & StackServices & PromptServices & ThreadServices

/** Everything the gateway offers: read this to know it. */
export type Catalog = {
  readonly groups: readonly ToolGroup<ToolServices>[]
  readonly families: readonly ToolFamily<ToolServices>[]
}

export const catalog: Catalog = {
  groups: [contextToolGroup, promptToolGroup],
  families: [tableFamily, documentFamily, toolsetFamily, threadFamily],
}
