const TYPES = [Object, Array, String, Number, Map, Set, Promise, Date]
// Static members of these change in normal use, so only their prototypes are watched.
const PROTOTYPES_ONLY = [
  Function,
  RegExp,
  Error,
  Symbol,
  BigInt,
  WeakMap,
  Uint8Array,
  URL,
  AbortSignal,
]

/** Built-ins that one call could change for the next. */
const SHARED: readonly object[] = [
  ...TYPES,
  ...[...TYPES, ...PROTOTYPES_ONLY].map((type) => type.prototype),
  JSON,
  Math,
  Reflect,
  console,
]

// Captured before the module can replace them.
const { is, getOwnPropertyDescriptor } = Object
const { ownKeys } = Reflect

type Member = { readonly owner: Record<PropertyKey, unknown>; key: PropertyKey; value: unknown }

/** Takes a snapshot of the built-ins; the returned function tells whether they have changed since. */
export function watchTampering(): () => boolean {
  const members = [...SHARED, globalThis].flatMap((owner) => membersOf(owner))
  const sizes = SHARED.map((owner) => ({ owner, size: ownKeys(owner).length }))
  return () => {
    // By index: array iterators are among the built-ins that can be changed.
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

/** Data properties only: reading a getter would run code. */
function membersOf(owner: object): Member[] {
  return ownKeys(owner).flatMap((key) => {
    const found = getOwnPropertyDescriptor(owner, key)
    return found !== undefined && 'value' in found
      ? [{ owner: owner as Member['owner'], key, value: found.value }]
      : []
  })
}
