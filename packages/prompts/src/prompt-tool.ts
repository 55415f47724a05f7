import type { Database } from '@quartermaster/db'
import { toolsFor } from '@quartermaster/toolkit'
import type { Prompts } from './prompts.ts'

/** What the handlers of this family need. */
export type PromptServices = { readonly db: Database; readonly prompts: Prompts }

export const tool = toolsFor<PromptServices>()
