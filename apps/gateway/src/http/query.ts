import { ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'

/** Refuses a query string that is not UTF-8, because parsers silently replace its characters. */
export default fp(
  async (app) => {
    // `preParsing` runs after `onRequest`, so that a request without a key is answered with 401.
    app.addHook('preParsing', ({ url }, _reply, _payload, done) => {
      const start = url.indexOf('?')
      if (start < 0) return done()
      const pairs = url.slice(start + 1).split('&')
      const undecodable = pairs.find((pair) => decode(pair) === undefined)
      if (undecodable === undefined) done()
      else done(unreadable(undecodable))
    })
  },
  { name: 'query' },
)

function decode(text: string): string | undefined {
  try {
    // Characters beyond ASCII must be percent-encoded: Node passes them on as Latin-1 bytes.
    return /[^\0-\x7f]/.test(text) ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function unreadable(pair: string): ToolError {
  const name = decode(pair.split('=')[0] ?? '')
  const part = name === undefined ? 'A name' : `Parameter '${name.slice(0, 64)}'`
  return new ToolError('invalid_input', `${part} in the URL is not percent-encoded UTF-8.`, {
    suggestion: 'Encode names and values, for example with encodeURIComponent.',
  })
}
