import { LettaFailure } from '@quartermaster/delivery'
import { ToolError } from '@quartermaster/toolkit'

/** Runs a request to Letta. A failure becomes an error that starts with `prefix`. */
export async function askLetta<T>(prefix: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof LettaFailure)) throw error
    throw new ToolError('upstream_failed', `${prefix}: ${error.message}`, { cause: error })
  }
}

export const noLetta = (prefix: string) =>
  new ToolError('forbidden', `${prefix}: no Letta server is configured`, {
    suggestion:
      'Prompts reach the agents of this gateway by their inboxes. The operator can set LETTA_BASE_URL.',
  })
