import type { Database } from '@quartermaster/db'
import { toolsFor } from '@quartermaster/toolkit'
import type { Prompts } from './prompts.ts'

/** Services of the prompt tools. */
export type PromptServices = { readonly db: Database; readonly prompts: Prompts }

export const tool = toolsFor<PromptServices>()
