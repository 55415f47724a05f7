/** The first place where a text stops being JSON, and what to do about it. */
export type SyntaxFault = {
  readonly line: number
  readonly column: number
  readonly advice: string
}

const BLANKS = /[\t\n\r ]*/y
// Texts are validated by `isJson`.
const SCALAR =
  /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/sy

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end'

/** Scans a text that `JSON.parse` has rejected. Called only to explain a failure. */
export function findSyntaxFault(text: string): SyntaxFault {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let offset = 0
  let comma = 0

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset
    const [found = ''] = pattern.exec(text) ?? []
    if (found.startsWith('"') && !isJson(found)) return false
    offset += found.length
    return found !== ''
  }
  const fault = (advice: string, at = offset): SyntaxFault => ({ ...position(text, at), advice })

  for (;;) {
    skip(BLANKS)
    const character = text.charAt(offset)
    if (character === '') return fault(endAdvice(open))
    if (expected === 'comma or end' && open.length === 0) {
      return fault('remove the text after the end of the JSON value')
    }
    const closing = open.at(-1) === '[' ? ']' : '}'
    if (character === closing && open.length > 0) {
      if (expected === 'value' || expected === 'name')
        return fault('remove the trailing comma', comma)
      if (expected === 'colon') return fault('add a colon and a value after the name')
      if (
        expected === 'value or end' ||
        expected === 'name or end' ||
        expected === 'comma or end'
      ) {
        open.pop()
        offset++
        expected = 'comma or end'
        continue
      }
    }
    if (expected === 'comma or end') {
      if (character !== ',') return fault(separatorAdvice(text, offset, closing))
      comma = offset++
      expected = closing === ']' ? 'value' : 'name'
    } else if (expected === 'colon') {
      if (character !== ':') return fault('add a colon after the name')
      offset++
      expected = 'value'
    } else if (expected === 'name' || expected === 'name or end') {
      if (character !== '"') return fault(nameAdvice(text, offset))
      if (!skip(SCALAR)) return fault(...textAdvice(text, offset))
      expected = 'colon'
    } else if (character === '[' || character === '{') {
      open.push(character)
      offset++
      expected = character === '[' ? 'value or end' : 'name or end'
    } else {
      if (!skip(SCALAR)) {
        return character === '"'
          ? fault(...textAdvice(text, offset))
          : fault(valueAdvice(text, offset))
      }
      expected = 'comma or end'
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function endAdvice(open: readonly string[]): string {
  if (open.length === 0) return 'send a JSON value; the text is empty'
  const missing = open.map((bracket) => (bracket === '[' ? ']' : '}')).toReversed()
  return `the text ends too early: ${missing.slice(0, 10).join('')} is missing at the end`
}

function separatorAdvice(text: string, offset: number, closing: string): string {
  return /["'[{\w-]/.test(text.charAt(offset))
    ? 'add a comma before the next value'
    : `expected a comma or ${closing}`
}

function nameAdvice(text: string, offset: number): string {
  return (
    commonAdvice(text, offset) ??
    (/[\w$]/.test(text.charAt(offset))
      ? 'put the name in double quotes'
      : 'expected a name in double quotes')
  )
}

/** The beginning of a form body: `name=value`. */
const FORM = /^[\w.%[\]-]+=/

const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['none', 'null'],
  ['null', 'null'],
  ['undefined', 'null'],
  ['nan', 'null'],
])

function valueAdvice(text: string, offset: number): string {
  const common = commonAdvice(text, offset)
  if (common !== undefined) return common
  if (offset === 0 && FORM.test(text)) return 'send JSON instead of a form'
  const word = /^[A-Za-z_$]\w*/.exec(text.slice(offset, offset + 40))?.[0]
  const json = word === undefined ? undefined : WORDS.get(word.toLowerCase())
  if (json !== undefined) return `write ${json} instead of ${word}`
  if (word !== undefined) return 'put the text in double quotes'
  if (/[-+.\d]/.test(text.charAt(offset))) return 'write numbers like 12, -0.5 or 1e3'
  return 'expected a value'
}

function commonAdvice(text: string, offset: number): string | undefined {
  const character = text.charAt(offset)
  if (text.startsWith('```', offset)) return 'remove the ``` before and after the JSON'
  if (character === "'") return 'use double quotes instead of single quotes'
  if (/[“”„‘’`]/.test(character)) return 'use plain double quotes (")'
  if (character === '/' || character === '#') return 'remove the comment'
  if (character === ',') return 'remove the extra comma'
  return undefined
}

/** A text in double quotes that does not end, or has a character that must be escaped. */
function textAdvice(text: string, start: number): [advice: string, offset: number] {
  for (let offset = start + 1; offset < text.length; offset++) {
    const character = text.charAt(offset)
    if (character === '\n' || character === '\r') {
      return ['write a line break inside a text as \\n, or close its double quotes', offset]
    }
    if (character === '\t') return ['write a tab inside a text as \\t', offset]
    if (character < ' ') return ['escape the control character as \\u00XX', offset]
    if (character === '"') break
    if (character === '\\') {
      if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(offset, offset + 6))) {
        return ['write a backslash as \\\\', offset]
      }
      offset++
    }
  }
  return ['close the double quotes of this text', start]
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
