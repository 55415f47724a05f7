import type { RoutedTool } from '@quartermaster/toolkit'

const MAX_NAME = 64
const MAX_PREFIX = 24

type Candidate = RoutedTool & {
  readonly subject: string | undefined
  readonly isPermitted: boolean
}

/**
 * Names under which tools can be offered together. A tool whose name is taken by another one gets
 * its subject as a prefix: `Calculator__multiply`. Tools without a subject keep their names.
 */
export function uniqueNames(tools: readonly Candidate[]): string[] {
  const counts = new Map<string, number>()
  for (const { tool, isPermitted } of tools) {
    if (isPermitted) counts.set(tool.name, (counts.get(tool.name) ?? 0) + 1)
  }
  const taken = new Set<string>()
  return tools.map(({ tool, subject, isPermitted }) => {
    const others = (counts.get(tool.name) ?? 0) - (isPermitted ? 1 : 0)
    const wanted = subject === undefined || others === 0 ? tool.name : prefixed(subject, tool.name)
    const name = isPermitted ? firstFree(wanted, taken) : wanted
    if (isPermitted) taken.add(name)
    return name
  })
}

function prefixed(subject: string, name: string): string {
  const prefix = subject.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_PREFIX)
  return `${prefix}__${name}`.slice(0, MAX_NAME)
}

/** Prefixes can still be equal, for example when ids begin with the same letters. */
function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) {
    const suffix = `_${count}`
    name = wanted.slice(0, MAX_NAME - suffix.length) + suffix
  }
  return name
}
