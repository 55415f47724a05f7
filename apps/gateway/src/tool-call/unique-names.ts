import type { RoutedTool } from '@quartermaster/toolkit'

const MAX_NAME = 64
const MAX_PREFIX = 24

/** The table, document, toolset or thread that a tool belongs to. */
export type Subject = {
  readonly id: string
  readonly name: string
  /**
   * Whether subjects of the same kind and with the same tools are offered together, such as two
   * tables. A bare name would then be ambiguous.
   */
  readonly hasSiblings: boolean
}

type Candidate = RoutedTool & {
  readonly subject: Subject | undefined
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
  const prefixes = prefixesOf(tools.flatMap(({ subject }) => subject ?? []))
  const taken = new Set<string>()
  return tools.map(({ tool, subject, isPermitted }) => {
    const others = (counts.get(tool.name) ?? 0) - (isPermitted ? 1 : 0)
    const isUnique = others === 0 && !subject?.hasSiblings
    const prefix = isUnique || subject === undefined ? undefined : prefixes.get(subject.id)
    const wanted = prefix === undefined ? tool.name : `${prefix}__${tool.name}`.slice(0, MAX_NAME)
    const name = isPermitted ? firstFree(wanted, taken) : wanted
    if (isPermitted) taken.add(name)
    return name
  })
}

/** By subject id. Subjects of the same name are distinguished by the beginning of their ids. */
function prefixesOf(subjects: readonly Subject[]): ReadonlyMap<string, string> {
  const ids = Map.groupBy(subjects, ({ name }) => toPrefix(name))
  return new Map(
    subjects.map(({ id, name }) => {
      const prefix = toPrefix(name)
      const isShared = new Set(ids.get(prefix)?.map((subject) => subject.id)).size > 1
      return [id, isShared ? `${prefix}_${toPrefix(id).slice(0, 8)}` : prefix]
    }),
  )
}

const toPrefix = (text: string): string =>
  text.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_PREFIX)

/** Prefixes can still be equal, for example when ids begin with the same letters. */
function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) {
    const suffix = `_${count}`
    name = wanted.slice(0, MAX_NAME - suffix.length) + suffix
  }
  return name
}
