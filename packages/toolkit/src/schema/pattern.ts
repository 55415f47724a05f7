import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS | undefined>()

// Instructions of the pattern × characters of the text: at most about half a second of CPU.
const MAX_STEPS = 20_000_000

/**
 * Patterns come from toolset manifests and texts from callers, so neither can be trusted not to block
 * the event loop. RE2 takes linear time in the length of the text. A pattern that RE2 cannot compile, or
 * that needs more than `MAX_STEPS`, matches nothing.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const regexp = compile(pattern)
  if (regexp === undefined || regexp.programSize() * text.length > MAX_STEPS) return false
  return regexp.test(text)
}

/** `false` for look-around and back-references, which RE2 does not support. */
export const isLinearPattern = (pattern: string): boolean => compile(pattern) !== undefined

function compile(pattern: string): RE2JS | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  if (compiled.size >= 1000) compiled.clear()
  const regexp = tryCompile(pattern)
  compiled.set(pattern, regexp)
  return regexp
}

function tryCompile(pattern: string): RE2JS | undefined {
  try {
    // Schemas use JavaScript syntax: \u00e9 and (?<name>…).
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch {
    return undefined
  }
}
