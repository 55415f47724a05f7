import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS | undefined>()

// About half a second of one thread at the worst: instructions of the pattern × characters.
const MOST_STEPS = 20_000_000

/**
 * A pattern can come from a folder's manifest and its text from anyone, and both meet in the
 * gateway's only thread: RE2 answers in time linear in the text, whatever the two are. A pattern
 * that RE2 cannot take, or not in bearable time, matches nothing.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const regexp = compile(pattern)
  if (regexp === undefined || regexp.programSize() * text.length > MOST_STEPS) return false
  return regexp.test(text)
}

/** Look-around and back-references have no linear form, so a schema that uses them is refused. */
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
    // Schemas use JavaScript's spelling: \u00e9 and (?<name>…).
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch {
    return undefined
  }
}
