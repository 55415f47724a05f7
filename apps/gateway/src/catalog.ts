import { type ContextServices, contextToolset } from '@quartermaster/context'
import { toolsetFamily } from '@quartermaster/manifests'
import { type PromptServices, promptTools } from '@quartermaster/prompts'
import { documentFamily, type StackServices, tableFamily } from '@quartermaster/stacks'
import { type ThreadServices, threadFamily } from '@quartermaster/threads'
import type { ToolFamily, Toolset } from '@quartermaster/toolkit'

/** What the handlers of all tools need; a call's database is its transaction. */
export type ToolServices = ContextServices & StackServices & PromptServices & ThreadServices

/** Everything the gateway offers: read this to know it. */
export type Catalog = {
  readonly toolsets: readonly Toolset<ToolServices>[]
  readonly families: readonly ToolFamily<ToolServices>[]
}

export const catalog: Catalog = {
  toolsets: [contextToolset, promptTools],
  families: [tableFamily, documentFamily, toolsetFamily, threadFamily],
}
