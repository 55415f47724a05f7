/**
 * The functions and shared fragments of a file that read or write one of `tables` and do not mention the
 * workspace. A heuristic on the text.
 */
export function findUnscopedQueries(text: string, tables: readonly string[]): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const uses = new RegExp(
    `\\b(?:from|join|into|update|using|only) (?:${tables.join('|')})\\b|\\b(?:selectFrom|insertInto|updateTable|deleteFrom|\\w*Join|using|from)\\(\\s*['\`](?:${tables.join('|')})\\b`,
  )
  return code.split(/^(?=(?:export )?(?:async )?(?:function\*? |const )\w)/m).flatMap((part) => {
    const [, name] = /^(?:export )?(?:async )?(?:function\*?|const) (\w+)/.exec(part) ?? []
    return name !== undefined && uses.test(part) && !/workspace/i.test(part) ? name : []
  })
}
