export type JsonPart = {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'plain'
  readonly text: string
}

const TOKEN =
  /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([[\]{}:,])|(\s+)|([^\s])/g

/**
 * JSON text with line breaks and indents, in parts for colours. It works on the text, so that numbers
 * keep all their digits and text that was cut off is still shown.
 */
export function formatJson(text: string): JsonPart[] {
  const parts: JsonPart[] = []
  const add = (kind: JsonPart['kind'], value: string) => parts.push({ kind, text: value })
  let depth = 0
  let justOpened = false
  const newLine = () => add('plain', `\n${'  '.repeat(depth)}`)
  for (const [whole, string, colon, number, word, mark, space] of text.matchAll(TOKEN)) {
    if (space !== undefined) continue
    const isClosing = mark === '}' || mark === ']'
    if (isClosing) depth = Math.max(0, depth - 1)
    if (justOpened !== isClosing) newLine()
    justOpened = mark === '{' || mark === '['
    if (string !== undefined) {
      add(colon === undefined ? 'string' : 'key', string)
      if (colon !== undefined) add('plain', ': ')
    } else if (number !== undefined) add('number', number)
    else if (word !== undefined) add('word', word)
    else if (mark === ',') {
      add('plain', ',')
      newLine()
    } else add('plain', whole)
    if (justOpened) depth++
  }
  return parts
}
