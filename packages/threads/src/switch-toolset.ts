export type ThreadMode = 'one' | 'many'

/** The choice of a thread; `toolsets` is null before the first choice and empty for Disabled. */
export type Choice = { readonly mode: ThreadMode; readonly toolsets: readonly string[] | null }

export type Wanted = {
  readonly mode?: ThreadMode
  /** Replaces the active toolset in the mode one, or is added in the mode many; no id = Disabled. */
  readonly toolset?: { readonly id: string | undefined }
  /** Replaces all active toolsets. */
  readonly toolsets?: readonly string[]
}

export type Switch = Choice & {
  readonly toolsets: readonly string[] | null
  readonly isAlreadySet: boolean
  /** Messages about tools that are no longer active would mislead a model. */
  readonly clearsHistory: boolean
}

export function switchToolset(current: Choice, wanted: Wanted): Switch {
  const mode = wanted.mode ?? current.mode
  const toolsets = next(current.toolsets, wanted, mode)
  const before = current.toolsets ?? []
  const isSame = isEqual(current.toolsets, toolsets)
  return {
    mode,
    toolsets,
    isAlreadySet: isSame && mode === current.mode,
    clearsHistory: mode === 'one' && before.some((id) => !toolsets?.includes(id)),
  }
}

function next(
  before: readonly string[] | null,
  { toolset, toolsets }: Wanted,
  mode: ThreadMode,
): readonly string[] | null {
  if (toolsets !== undefined) return [...new Set(toolsets)]
  if (toolset === undefined) return before
  if (toolset.id === undefined) return []
  return mode === 'one' ? [toolset.id] : [...new Set([...(before ?? []), toolset.id])]
}

const isEqual = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((id) => b.includes(id)))
