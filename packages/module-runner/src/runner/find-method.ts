type Method = (input: unknown, context?: unknown) => unknown
type ToolsClass = new (context: unknown) => object

/** What carries the functions: a class to make one of for every call, or an object. */
export type Carrier = { readonly make: ToolsClass } | { readonly object: object }

/** The class `Tools`, else the default export, of a module in either of Node's two forms. */
export function carrierOf(module: Record<string, unknown>): Carrier | undefined {
  const { default: inner } = module
  const nested = isObject(inner) ? inner.Tools : undefined
  const found = [module.Tools, nested, inner].find((value) => isClass(value) || isObject(value))
  if (found === undefined) return undefined
  return isClass(found) ? { make: found } : { object: found as object }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isClass = (value: unknown): value is ToolsClass =>
  typeof value === 'function' && isObject(value.prototype)

/**
 * The method of a function: `tool_NAME` first, then `NAME`. Only what the class or the object
 * itself defines: what it inherits was not written to be called by a model.
 */
export function findMethod(owner: object, name: string): Method | undefined {
  const places = [owner, ...(isPlain(owner) ? [] : [Object.getPrototypeOf(owner)])]
  for (const key of [`tool_${name}`, name]) {
    for (const place of places) {
      const method = ownMethod(place, key)
      if (method !== undefined) return method
    }
  }
  return undefined
}

/** An object as it stands in the source, whose prototype is everybody's. */
const isPlain = (owner: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(owner))

function ownMethod(place: object, key: string): Method | undefined {
  if (key === 'constructor') return undefined
  // By its descriptor, since reading a getter would already run code.
  const value: unknown = Object.getOwnPropertyDescriptor(place, key)?.value
  return typeof value === 'function' ? (value as Method) : undefined
}

/** Which of the functions have no method. A class is made only where its fields could have them. */
export function missingMethods(
  carrier: Carrier,
  names: readonly string[],
  context: unknown,
): string[] {
  const without = (owner: object, among: readonly string[]) =>
    among.filter((name) => findMethod(owner, name) === undefined)
  if ('object' in carrier) return without(carrier.object, names)
  const missing = without(Object.create(carrier.make.prototype), names)
  return missing.length === 0 ? [] : without(new carrier.make(context), missing)
}
