import { closestName, ToolError } from '@quartermaster/toolkit'
import type { Toolsets } from './folder/toolsets.ts'
import { DISABLED } from './manifest/name-rules.ts'

export type Chosen = { readonly id: string; readonly label: string }

type Offered = Pick<Toolsets, 'list' | 'report'>

/** What a name stands for: a folder, by its id or else its label, or `undefined` for Disabled. */
export async function findToolset(
  toolsets: Offered & Pick<Toolsets, 'awaitNew'>,
  name: string,
): Promise<Chosen | undefined> {
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
  throw new ToolError('conflict', `More than one agent is called "${first.label}".`, {
    suggestion: `Choose by id: ${ids}.`,
  })
}

function findByName(toolsets: Offered, name: string): Chosen[] {
  const offered = toolsets.list().map(({ id, manifest }) => ({ id, label: manifest.label }))
  const byId = offered.filter(({ id }) => id === name)
  return byId.length > 0 ? byId : offered.filter(({ label }) => label === name)
}

/** Why there is nothing under a name: it is broken, or was never there. */
export function unknownToolset(toolsets: Offered, name: string): ToolError {
  const broken = toolsets.report().find(({ folder }) => folder === name)
  const [problem] = broken?.problems ?? []
  if (broken !== undefined && problem !== undefined) {
    return new ToolError('unavailable', `The agent '${name}' cannot be used: ${problem.reason}`, {
      suggestion:
        'Choose another one, or tell the operator; GET /v1/toolsets has the whole report.',
    })
  }
  const labelled = toolsets.list().find(({ manifest }) => manifest.label === name)
  if (labelled !== undefined) {
    return new ToolError('not_found', 'There is no agent of this id; it is the name of one.', {
      suggestion: `Use its id: '${labelled.id}'.`,
    })
  }
  const names = toolsets.list().flatMap(({ id, manifest }) => [id, manifest.label])
  const near = closestName(name, names)
  return new ToolError('not_found', 'There is no agent of this name or id.', {
    suggestion:
      near === undefined ? 'GET /v1/toolsets lists what can be chosen.' : `Did you mean '${near}'?`,
  })
}
