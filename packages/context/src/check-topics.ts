import { quote, ToolError, whyDeceptive } from '@quartermaster/toolkit'

/** Refuses topics whose names could be mistaken for others, in calls that may create them. */
export function checkTopics(names: readonly string[]): void {
  for (const name of names) {
    const reason = whyDeceptive(name)
    if (reason === undefined) continue
    throw new ToolError('invalid_input', `The name of topic ${quote(name)} ${reason}.`, {
      suggestion: 'Choose a name in the letters of one script.',
    })
  }
}
