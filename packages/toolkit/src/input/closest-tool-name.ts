import { closestName, editsTo, wordsOf } from './closest-name.ts'

const VERBS: readonly (readonly string[])[] = [
  ['delete', 'remove', 'drop', 'clear', 'erase', 'purge', 'wipe', 'cancel', 'destroy', 'unset'],
  ['get', 'read', 'list', 'show', 'fetch', 'load', 'find', 'query', 'search', 'discover', 'lookup'],
  ['save', 'push', 'set', 'put', 'write', 'store', 'add', 'insert', 'create', 'share', 'publish'],
  ['update', 'edit', 'modify', 'change', 'correct', 'patch'],
]
const [, , SAVE = [], UPDATE = []] = VERBS

/**
 * The tool that a caller of `name` most likely means. Never a tool with another verb: suggesting
 * `delete_topic` for `create_topic` would do damage.
 */
export function closestToolName(name: string, tools: readonly string[]): string | undefined {
  const verbs = verbsOf(name)
  if (verbs === undefined) {
    const isMisspelt = (tool: string) => (editsTo(name, tool) ?? 2) <= 1
    return closestName(
      name,
      tools.filter((tool) => verbsOf(tool) !== VERBS[0] || isMisspelt(tool)),
    )
  }
  // `update_…` may also mean a tool that replaces the whole, such as `save_…`.
  return (
    closestOf(name, verbs, tools) ?? (verbs === UPDATE ? closestOf(name, SAVE, tools) : undefined)
  )
}

function closestOf(
  name: string,
  verbs: readonly string[],
  tools: readonly string[],
): string | undefined {
  const [best] = tools
    .map((tool) => ({ tool, edits: editsToTool(name, verbs, tool) }))
    .filter(({ edits }) => edits !== undefined)
    .sort((a, b) => (a.edits ?? 0) - (b.edits ?? 0))
  return best?.tool
}

/** Verbs with the same meaning count as equal; among equal tools, the more similar name is preferred. */
function editsToTool(name: string, verbs: readonly string[], tool: string): number | undefined {
  const toolVerbs = verbsOf(tool)
  if (toolVerbs !== undefined && toolVerbs !== verbs) return undefined
  const edits = editsTo(withVerb(name), withVerb(tool, verbs))
  // A common prefix such as `promptyoself_` does not make names similar.
  const isClose = edits !== undefined && (toolVerbs !== undefined || edits <= 2)
  return isClose ? edits + (editsTo(name, tool) ?? tool.length) / 1000 : undefined
}

const verbsOf = (name: string): readonly string[] | undefined => {
  const words = wordsOf(name)
  return VERBS.find((verbs) => words.some((word) => verbs.includes(word)))
}

/** The name with a placeholder for its verb. */
function withVerb(name: string, verbs: readonly string[] = verbsOf(name) ?? []): string {
  return wordsOf(name)
    .map((word) => (verbs.includes(word) ? 'verb' : word))
    .join('_')
}
