/**
 * Values that are added and removed with every call, addressed by the number of their slot.
 *
 * A `Set` or `Map` would keep most of them in memory until a major garbage collection: V8 links the hash table that
 * a `Set` has outgrown to the next one, so once one table is in the old space, all later tables are kept, with the
 * values they contained when they were outgrown. An array has no such links.
 */
export class Slots<Value> {
  readonly #values: (Value | undefined)[] = []
  readonly #free: number[] = []

  /** Returns the slot of the value, for `get` and `remove`. */
  add(value: Value): number {
    const slot = this.#free.pop() ?? this.#values.length
    this.#values[slot] = value
    return slot
  }

  get(slot: number): Value | undefined {
    return this.#values[slot]
  }

  /** Slots are reused for other values, so each must be removed only once. */
  remove(slot: number): void {
    this.#values[slot] = undefined
    this.#free.push(slot)
  }

  find(matches: (value: Value) => boolean): Value | undefined {
    return this.#values.find((value) => value !== undefined && matches(value))
  }

  get size(): number {
    return this.#values.length - this.#free.length
  }

  *[Symbol.iterator](): IterableIterator<Value> {
    for (const value of this.#values) if (value !== undefined) yield value
  }
}
