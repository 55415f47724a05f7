type Options<Item> = {
  clock: () => Date
  /** Called once `clock()` has reached `at`. */
  onDue: (item: Item) => void
  limit: number
}

/** Items that become due in this process. */
export type DueTimers<Item> = {
  /** False if there are already `limit` timers. */
  add(item: Item, at: Date): boolean
  clear(): void
}

/** Node's timers fire up to 1 ms early, so each timer checks `clock` and waits again if necessary. */
export function makeDueTimers<Item>({ clock, onDue, limit }: Options<Item>): DueTimers<Item> {
  const timers = new Set<NodeJS.Timeout>()

  function wait(item: Item, at: Date): void {
    const remaining = at.getTime() - clock().getTime()
    if (remaining <= 0) {
      onDue(item)
      return
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      wait(item, at)
    }, remaining)
    timers.add(timer)
  }

  return {
    add(item, at) {
      if (timers.size >= limit) return false
      wait(item, at)
      return true
    },
    clear() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
