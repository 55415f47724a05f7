import { quote, ToolError } from '@quartermaster/toolkit'

/** Refuses a column that is given by its name and also by its argument name: one value would be lost. */
export function refuseBothNames(members: object, name: string, key: string): void {
  if (name === key || !Object.hasOwn(members, key)) return
  throw new ToolError('invalid_input', `${quote(name)} and ${quote(key)} are the same column.`, {
    suggestion: `Send the column once, as ${quote(key)}.`,
  })
}
