import { ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'

/** A query that is no UTF-8 is refused, like such a body: parsers put another character in its place. */
export default fp(
  async (app) => {
    // After the hooks that ask for the key: strangers are told nothing else.
    app.addHook('preParsing', ({ url }, _reply, _payload, done) => {
      const start = url.indexOf('?')
      const pairs = start < 0 ? [] : url.slice(start + 1).split('&')
      const undecodable = pairs.find((pair) => decode(pair) === undefined)
      if (undecodable === undefined) done()
      else done(unreadable(undecodable))
    })
  },
  { name: 'query' },
)

function decode(text: string): string | undefined {
  try {
    // Beyond ASCII nothing may stand in a URL as it is: HTTP hands it over byte by byte.
    return /[^\0-\x7f]/.test(text) ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function unreadable(pair: string): ToolError {
  const name = decode(pair.split('=')[0] ?? '')
  const part = name === undefined ? 'A name' : `Parameter '${name.slice(0, 64)}'`
  return new ToolError('invalid_input', `${part} in the URL is not percent-encoded UTF-8.`, {
    suggestion: 'Encode names and values, for example by encodeURIComponent.',
  })
}
