import type { Readable } from 'node:stream'
import { MalformedJson, parseJson, stringifyJson, ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'

type Options = { bodyLimit: number }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bodies and answers as exact JSON. A body is JSON whatever its content type says: `curl -d`
 * calls it a form, and some hosts say nothing. An empty one is `{}`.
 */
export default fp<Options>(
  async (app, { bodyLimit }) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', async (_request: unknown, stream: Readable) =>
      readBody(await collect(stream, bodyLimit)),
    )
    app.setSerializerCompiler(() => stringifyJson)
    app.setReplySerializer(stringifyJson)
  },
  { name: 'json' },
)

// Read to its end, or a client that is still sending would see a broken line and no answer.
const MOST_DRAINED = 64 * 1024 * 1024

async function collect(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
    if (size > limit + MOST_DRAINED) break
  }
  if (size <= limit) return Buffer.concat(chunks)
  throw new ToolError('too_large', `The body is larger than the ${limit} bytes this gateway takes.`)
}

function readBody(body: Buffer): unknown {
  try {
    const text = utf8.decode(body)
    return text.trim() === '' ? {} : parseJson(text)
  } catch (error) {
    const reason = error instanceof MalformedJson ? error.message : 'it is not valid UTF-8'
    throw new ToolError('malformed_json', `The body cannot be read: ${reason}.`, { cause: error })
  }
}
