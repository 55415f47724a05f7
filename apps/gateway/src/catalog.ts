import { type ContextServices, contextToolset } from '@quartermaster/context'
import type { ToolFamily, Toolset } from '@quartermaster/toolkit'

/** What the handlers of all tools need; a call's database is its transaction. */
export type ToolServices = ContextServices

/** Everything the gateway offers: read this to know it. */
export type Catalog = {
  readonly toolsets: readonly Toolset<ToolServices>[]
  readonly families: readonly ToolFamily<ToolServices>[]
}

export const catalog: Catalog = {
  toolsets: [contextToolset],
  families: [],
}
