import type { Database } from '@quartermaster/db'
import type { Toolsets } from './folder/toolsets.ts'

/** What the tools of folders and threads need of the gateway. */
export type ManifestServices = { readonly db: Database; readonly toolsets: Toolsets }
