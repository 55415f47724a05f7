// One token with the blanks around it. `JSON.parse` validates scalars.
const TOKEN =
  /[\t\n\r ]*("[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{}:,])[\t\n\r ]*/y

/**
 * `JSON.parse` without a bug of V8 (nodejs/node#63785): after it has parsed an object with a
 * backslash in a member's name, it gives that name to other members whose names are written with
 * an escape. `readScalar` parses texts, numbers, true, false and null.
 *
 * Delete this file, and `hasEscapedName` in `json.ts`, once the oldest supported Node has the fix:
 * the tests "after a member called … keeps its name" then pass with `JSON.parse` alone.
 */
export function parseByHand(text: string, readScalar: (source: string) => unknown): unknown {
  let at = 0

  const next = (): string => {
    TOKEN.lastIndex = at
    const [whole = '', token = ''] = TOKEN.exec(text) ?? []
    at += whole.length
    return token
  }
  const readItems = (close: string, readItem: (first: string) => void): void => {
    let token = next()
    if (token === close) return
    for (;;) {
      readItem(token)
      const end = next()
      if (end === close) return
      if (end !== ',') throw new SyntaxError('Expected a comma')
      token = next()
    }
  }
  const readValue = (token: string): unknown => {
    if (token === '[') {
      const items: unknown[] = []
      readItems(']', (first) => items.push(readValue(first)))
      return items
    }
    if (token === '{') {
      const members: [string, unknown][] = []
      readItems('}', (name) => {
        if (!name.startsWith('"') || next() !== ':') throw new SyntaxError('Expected a name')
        members.push([JSON.parse(name), readValue(next())])
      })
      return Object.fromEntries(members)
    }
    return readScalar(token)
  }

  const value = readValue(next())
  if (at < text.length) throw new SyntaxError('Expected the end')
  return value
}
