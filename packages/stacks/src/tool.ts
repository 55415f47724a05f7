import type { Database } from '@quartermaster/db'
import { toolsFor } from '@quartermaster/toolkit'

/** What the handlers here need; in a write the database is the call's transaction. */
export type StackServices = { db: Database }

export const tool = toolsFor<StackServices>()
