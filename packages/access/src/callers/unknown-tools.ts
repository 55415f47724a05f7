import { closestToolName, quote } from '@quartermaster/toolkit'

type ToolLists = {
  readonly allowed_tools?: readonly string[] | null | undefined
  readonly denied_tools?: readonly string[] | null | undefined
}

/**
 * Warnings about names in the lists of an agent or a role that match no tool: a misspelt name in
 * `denied_tools` denies nothing. They are not errors, because a tool folder may be added later.
 */
export function warnOfUnknownTools(lists: ToolLists, tools: readonly string[]): string[] {
  const names = new Set([...(lists.allowed_tools ?? []), ...(lists.denied_tools ?? [])])
  return [...names]
    .filter((name) => !tools.includes(name))
    .map((name) => {
      const closest = closestToolName(name, tools)
      const hint = closest === undefined ? '' : ` Did you mean ${quote(closest)}?`
      return `There is no tool ${quote(name)}.${hint}`
    })
}
