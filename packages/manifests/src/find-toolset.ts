import { closestName, ToolError } from '@quartermaster/toolkit'
import { DISABLED } from './manifest/name-rules.ts'
import type { VisibleToolsets } from './visible-toolsets.ts'

export type FoundToolset = { readonly id: string; readonly label: string }

/** Finds a toolset by its id, else by its label; `undefined` means Disabled. */
export async function findToolset(
  toolsets: VisibleToolsets,
  name: string,
): Promise<FoundToolset | undefined> {
  if (name.toLowerCase() === DISABLED.toLowerCase()) return undefined
  let found = findByName(toolsets, name)
  if (found.length === 0) {
    await toolsets.awaitNew()
    found = findByName(toolsets, name)
  }
  const [first] = found
  if (first === undefined) throw unknownToolset(toolsets, name)
  if (found.length === 1) return first
  const ids = found.map(({ id }) => `'${id}'`).join(' or ')
  throw new ToolError('conflict', `More than one toolset has the label "${first.label}".`, {
    suggestion: `Choose by id: ${ids}.`,
  })
}

function findByName(toolsets: VisibleToolsets, name: string): FoundToolset[] {
  const offered = toolsets.list().map(({ id, manifest }) => ({ id, label: manifest.label }))
  const byId = offered.filter(({ id }) => id === name)
  return byId.length > 0 ? byId : offered.filter(({ label }) => label === name)
}

const MAX_LISTED = 20

/** The error for a name without a loaded toolset: its folder is broken, or does not exist. */
export function unknownToolset(toolsets: VisibleToolsets, name: string): ToolError {
  if (toolsets.isBroken(name)) {
    const [problem] = toolsets.report().find(({ folder }) => folder === name)?.problems ?? []
    const reason = problem === undefined ? '.' : `: ${problem.reason}`
    return new ToolError('unavailable', `The toolset '${name}' cannot be loaded${reason}`, {
      suggestion:
        'Choose another toolset, or tell the operator, who finds the reason in GET /v1/toolsets.',
    })
  }
  const all = toolsets.list().map(({ id, manifest }) => ({ id, label: manifest.label }))
  const labelled = all.find(({ label }) => label === name)
  if (labelled !== undefined) {
    const message = `There is no toolset with the id '${name}'; it is the label of one.`
    return new ToolError('not_found', message, { suggestion: `Did you mean '${labelled.id}'?` })
  }
  const near = closestName(
    name,
    all.flatMap(({ id, label }) => [id, label]),
  )
  const ids = all.slice(0, MAX_LISTED).map(({ id }) => `'${id}'`)
  const listed = ids.length === 0 ? 'There are no toolsets.' : `Toolsets: ${ids.join(', ')}.`
  return new ToolError('not_found', `There is no toolset '${name.slice(0, 100)}'. ${listed}`, {
    suggestion:
      near === undefined
        ? `Use one of: ${all.map(({ id }) => id).join(', ') || 'none'}.`
        : `Did you mean '${near}'?`,
    details: { toolsets: all.map(({ id }) => id) },
  })
}
