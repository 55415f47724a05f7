import type { Database } from '@quartermaster/db'
import { toolsFor } from '@quartermaster/toolkit'

/** The services of the handlers in this package. In a write, `db` is the call's transaction. */
export type StackServices = { db: Database }

export const tool = toolsFor<StackServices>()
