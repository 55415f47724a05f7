const STORED = 'quartermaster.tour'

const listeners = new Set<() => void>()

/** The step of the tour that this tab shows; undefined when it is over. */
export const tourStep = {
  get(): number | undefined {
    const stored = sessionStorage.getItem(STORED)
    return stored === null ? undefined : Number(stored)
  },
  set(step: number | undefined): void {
    if (step === undefined) sessionStorage.removeItem(STORED)
    else sessionStorage.setItem(STORED, String(step))
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
