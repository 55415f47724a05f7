/** The workspace and the agent as which the root key acts: the headers of every request. */
export type ActingAs = { readonly workspace?: string; readonly agent?: string }

const STORED = 'quartermaster.acting-as'

let current: ActingAs = read()
const listeners = new Set<() => void>()

/** Kept for this tab only, so that two tabs can show two workspaces. It contains no key. */
export const actingAs = {
  get: (): ActingAs => current,
  set(next: ActingAs): void {
    current = next
    sessionStorage.setItem(STORED, JSON.stringify(next))
    for (const listener of listeners) listener()
  },
  headers: (): Record<string, string> => ({
    ...(current.workspace !== undefined && { 'x-workspace': toLatin1(current.workspace) }),
    ...(current.agent !== undefined && { 'x-agent': toLatin1(current.agent) }),
  }),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function read(): ActingAs {
  try {
    return JSON.parse(globalThis.sessionStorage?.getItem(STORED) ?? '{}') as ActingAs
  } catch {
    return {}
  }
}

/** Headers are bytes: the gateway reads them as UTF-8, `fetch` takes one character per byte. */
const toLatin1 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text))
