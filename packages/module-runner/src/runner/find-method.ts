type Method = (input: unknown, context?: unknown) => unknown
type ToolsClass = new (context: unknown) => object

/** Holds the functions: a class that is instantiated for every call, or an object. */
export type Carrier = { readonly make: ToolsClass } | { readonly object: object }

/** The class `Tools`, else the default export, of an ES or CommonJS module. */
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
 * The method of a function: `tool_NAME` first, then `NAME`. Only members that the class or object
 * defines itself count; inherited ones were not written to be called by a model.
 */
export function findMethod(owner: object, name: string): Method | undefined {
  const holders = [owner, ...(isPlain(owner) ? [] : [Object.getPrototypeOf(owner)])]
  for (const key of [`tool_${name}`, name]) {
    for (const holder of holders) {
      const method = ownMethod(holder, key)
      if (method !== undefined) return method
    }
  }
  return undefined
}

/** An object literal: its prototype is `Object.prototype`. */
const isPlain = (owner: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(owner))

function ownMethod(holder: object, key: string): Method | undefined {
  if (key === 'constructor') return undefined
  // Read the descriptor: reading a getter would run the module's code.
  const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value
  return typeof value === 'function' ? (value as Method) : undefined
}

/** The functions without a method. A class is instantiated only if its prototype lacks some. */
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
