// One piece of JSON, with the blanks around it. What it holds is checked by JSON.parse.
const PIECE =
  /[\t\n\r ]*("[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{}:,])[\t\n\r ]*/y

/**
 * Reads JSON text as JSON.parse does, but for a fault of V8 (nodejs/node#63785): once an object
 * with a name that has a backslash in it was read, V8 takes another name that is written with an
 * escape for that one. `readScalar` reads texts, numbers, true, false and null.
 */
export function parseByHand(text: string, readScalar: (source: string) => unknown): unknown {
  let at = 0

  const next = (): string => {
    PIECE.lastIndex = at
    const [whole = '', piece = ''] = PIECE.exec(text) ?? []
    at += whole.length
    return piece
  }
  const readItems = (close: string, readItem: (first: string) => void): void => {
    let piece = next()
    if (piece === close) return
    for (;;) {
      readItem(piece)
      const end = next()
      if (end === close) return
      if (end !== ',') throw new SyntaxError('Expected a comma')
      piece = next()
    }
  }
  const readValue = (piece: string): unknown => {
    if (piece === '[') {
      const items: unknown[] = []
      readItems(']', (first) => items.push(readValue(first)))
      return items
    }
    if (piece === '{') {
      const members: [string, unknown][] = []
      readItems('}', (name) => {
        if (!name.startsWith('"') || next() !== ':') throw new SyntaxError('Expected a name')
        members.push([JSON.parse(name), readValue(next())])
      })
      return Object.fromEntries(members)
    }
    return readScalar(piece)
  }

  const value = readValue(next())
  if (at < text.length) throw new SyntaxError('Expected the end')
  return value
}
