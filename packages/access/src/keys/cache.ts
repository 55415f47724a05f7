const MAX_ENTRIES = 10_000

export type Cache<Value> = {
  /** The cached value, or else the result of `load`. */
  get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>
  /** Removes the values for which `isStale` returns true; by default all of them. */
  forget(isStale?: (value: Value, key: string) => boolean): void
}

/**
 * Uses cached values only while `isTrusted` returns true, that is, while changes would be noticed.
 * Misses are not cached, so unknown callers cannot fill the memory with guesses.
 */
export function createCache<Value>(
  isTrusted: () => boolean,
  maxEntries = MAX_ENTRIES,
): Cache<Value> {
  const entries = new Map<string, Value>()
  const loading = new Map<string, Promise<Value | undefined>>()
  let generation = 0

  const remember = (key: string, value: Value) => {
    // A Map keeps the order of insertion, so its first entry is the least recently used.
    entries.delete(key)
    entries.set(key, value)
    if (entries.size <= maxEntries) return
    for (const oldest of entries.keys()) {
      entries.delete(oldest)
      return
    }
  }

  const fill = (key: string, load: () => Promise<Value | undefined>) => {
    const begun = generation
    const found = load()
      .then((value) => {
        // A change during the query may have made its result outdated.
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
      // Running queries are not shared either: they may have begun before a change.
      if (!isTrusted()) return load()
      const known = entries.get(key)
      if (known === undefined) return loading.get(key) ?? fill(key, load)
      remember(key, known)
      return known
    },
    forget(isStale = () => true) {
      generation++
      loading.clear()
      for (const [key, value] of entries) if (isStale(value, key)) entries.delete(key)
    },
  }
}
