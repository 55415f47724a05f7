import { LettaFailure } from '@quartermaster/delivery'
import { ToolError } from '@quartermaster/toolkit'

/** Runs what asks Letta; its failure becomes an error that begins with these words. */
export async function askLetta<T>(words: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof LettaFailure)) throw error
    throw new ToolError('upstream_failed', `${words}: ${error.message}`, { cause: error })
  }
}

export const noLetta = (words: string) =>
  new ToolError('forbidden', `${words}: no Letta server is configured`, {
    suggestion:
      'Prompts reach the agents of this gateway by their inboxes. The operator can set LETTA_BASE_URL.',
  })
