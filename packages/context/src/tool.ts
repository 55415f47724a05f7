import type { Database } from '@quartermaster/db'
import { toolsFor } from '@quartermaster/toolkit'

/** For writes `db` is a transaction, which is rolled back when the handler throws. */
export type ContextServices = { readonly db: Database }

export const tool = toolsFor<ContextServices>()
