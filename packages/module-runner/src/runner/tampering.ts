const TYPES = [Object, Array, String, Number, Map, Set, Promise, Date]
// Some of what these hold themselves changes by use.
const LIVELY = [Function, RegExp, Error, Symbol, BigInt, WeakMap, Uint8Array, URL, AbortSignal]

/** What all code in a process shares, and a call can change for those that come after it. */
const SHARED: readonly object[] = [
  ...TYPES,
  ...[...TYPES, ...LIVELY].map((type) => type.prototype),
  ...[JSON, Math, Reflect, console],
]

// Taken before any module could replace them.
const { is, getOwnPropertyDescriptor } = Object
const { ownKeys } = Reflect

type Member = { readonly owner: Record<PropertyKey, unknown>; key: PropertyKey; value: unknown }

/** Remembers what is shared as it is now; the answer tells whether it has changed since. */
export function watchTampering(): () => boolean {
  const members = [...SHARED, globalThis].flatMap((owner) => membersOf(owner))
  const sizes = SHARED.map((owner) => ({ owner, size: ownKeys(owner).length }))
  return () => {
    // By index: an iterator is among what can be changed.
    for (let at = 0; at < members.length; at++) {
      const { owner, key, value } = members[at] as Member
      if (!is(owner[key], value)) return true
    }
    for (let at = 0; at < sizes.length; at++) {
      const { owner, size } = sizes[at] as (typeof sizes)[number]
      if (ownKeys(owner).length !== size) return true
    }
    return false
  }
}

/** Values only: reading a getter would run code. */
function membersOf(owner: object): Member[] {
  return ownKeys(owner).flatMap((key) => {
    const found = getOwnPropertyDescriptor(owner, key)
    return found !== undefined && 'value' in found
      ? [{ owner: owner as Member['owner'], key, value: found.value }]
      : []
  })
}
