import { MalformedJson, parseJson, stringifyJson, ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bodies and answers as exact JSON. A body is JSON whatever its content type says: `curl -d`
 * calls it a form, and some hosts say nothing. An empty one is `{}`.
 */
export default fp(
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
      readBody(body),
    )
    app.setSerializerCompiler(() => stringifyJson)
    app.setReplySerializer(stringifyJson)
  },
  { name: 'json' },
)

function readBody(body: Buffer): unknown {
  try {
    const text = utf8.decode(body)
    return text.trim() === '' ? {} : parseJson(text)
  } catch (error) {
    const reason = error instanceof MalformedJson ? error.message : 'it is not valid UTF-8'
    throw new ToolError('malformed_json', `The body cannot be read: ${reason}.`, { cause: error })
  }
}
