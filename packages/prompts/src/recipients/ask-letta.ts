import { LettaFailure } from '@quartermaster/delivery'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import { LETTA_BASE_URL, type PromptSettings } from '../settings.ts'

/** Runs a request to Letta. The message of a failure starts with `prefix`. */
export async function askLetta<T>(prefix: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof LettaFailure)) throw error
    throw new ToolError('upstream_failed', `${prefix}: ${error.message}`, { cause: error })
  }
}

/** The address may be internal, so agents do not see it. */
export function presentLettaUrl({ letta }: PromptSettings, caller: Caller): string {
  if (letta === undefined) return LETTA_BASE_URL
  return caller.isRoot ? letta.baseUrl : 'hidden'
}

export const noLetta = (prefix: string) =>
  new ToolError('conflict', `${prefix}: Letta is not configured: set LETTA_BASE_URL`, {
    suggestion: 'Only the operator can set it. Without Letta, call read_inbox to see your prompts.',
  })
