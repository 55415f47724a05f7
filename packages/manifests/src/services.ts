import type { Toolsets } from './folder/toolsets.ts'

export type ToolsetServices = { readonly toolsets: Toolsets }
