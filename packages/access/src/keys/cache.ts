const MOST_ENTRIES = 10_000

export type Cache<Value> = {
  /** What is remembered, else what `load` finds. */
  get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>
  clear(): void
}

/**
 * Remembers what was found for as long as `isTrusted` says that changes would be heard of. What
 * was not found is not remembered: strangers must not be able to fill the memory with guesses.
 */
export function createCache<Value>(
  isTrusted: () => boolean,
  mostEntries = MOST_ENTRIES,
): Cache<Value> {
  const entries = new Map<string, Value>()
  const loading = new Map<string, Promise<Value | undefined>>()
  let generation = 0

  const remember = (key: string, value: Value) => {
    // A map keeps the order of insertion, so the first is the one longest unused.
    entries.delete(key)
    entries.set(key, value)
    if (entries.size <= mostEntries) return
    for (const oldest of entries.keys()) {
      entries.delete(oldest)
      return
    }
  }

  const fill = (key: string, load: () => Promise<Value | undefined>) => {
    const begun = generation
    const found = load()
      .then((value) => {
        // Something changed while the query ran: the answer may be from before.
        if (value !== undefined && generation === begun) remember(key, value)
        return value
      })
      .finally(() => {
        if (loading.get(key) === found) loading.delete(key)
      })
    loading.set(key, found)
    return found
  }

  return {
    async get(key, load) {
      // Not even a query already under way is shared: it may have looked before the change.
      if (!isTrusted()) return load()
      const known = entries.get(key)
      if (known === undefined) return loading.get(key) ?? fill(key, load)
      remember(key, known)
      return known
    },
    clear() {
      generation++
      entries.clear()
      loading.clear()
    },
  }
}
