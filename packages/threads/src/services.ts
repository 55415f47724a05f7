import type { Database } from '@quartermaster/db'
import type { ToolsetServices } from '@quartermaster/manifests'

export type ThreadServices = ToolsetServices & { readonly db: Database }
