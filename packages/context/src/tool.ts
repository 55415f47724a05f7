import type { Database } from '@quartermaster/db'
import { toolsFor } from '@quartermaster/toolkit'

/** Writes get a database that is already a transaction; it is rolled back when they throw. */
export type ContextServices = { readonly db: Database }

export const tool = toolsFor<ContextServices>()
