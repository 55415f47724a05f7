import { closestName } from '@quartermaster/toolkit'

type ToolLists = {
  readonly allowed_tools?: readonly string[] | null | undefined
  readonly denied_tools?: readonly string[] | null | undefined
}

export type UnknownTool = { readonly name: string; readonly did_you_mean?: string }

/**
 * Names in the lists of an agent or a role that no tool has, for a warning: a misspelt name in
 * `denied_tools` denies nothing. They are not an error, because a tool folder may be added later.
 */
export function findUnknownTools(lists: ToolLists, tools: readonly string[]): UnknownTool[] {
  const names = new Set([...(lists.allowed_tools ?? []), ...(lists.denied_tools ?? [])])
  return [...names]
    .filter((name) => !tools.includes(name))
    .map((name) => {
      const closest = closestName(name, tools)
      return closest === undefined ? { name } : { name, did_you_mean: closest }
    })
}
