import type { Readable } from 'node:stream'
import { MalformedJson, parseJson, stringifyJson, ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body that were read; a request with Transfer-Encoding does not declare them. */
    bodyBytes: number
  }
}

type Options = { bodyLimit: number }

const utf8 = new TextDecoder('utf-8', { fatal: true })
const REPLACEMENT = '\ufffd'

/**
 * Reads and writes exact JSON. Every body is read as JSON, because `curl -d` declares a form and some
 * hosts declare nothing. An empty body is `{}`.
 */
export default fp<Options>(
  async (app, { bodyLimit }) => {
    app.decorateRequest('bodyBytes', 0)
    app.removeAllContentTypeParsers()
    // With the exact type, Fastify need not parse the header of most requests.
    app.addContentTypeParser(['application/json', '*'], (request, stream: Readable, done) => {
      collectBody(stream, bodyLimit, (error, body, size) => {
        request.bodyBytes = size
        if (error !== undefined) return done(error)
        try {
          done(null, readBody(body))
        } catch (failure) {
          done(failure as Error)
        }
      })
    })
    app.setSerializerCompiler(() => stringifyJson)
    app.setReplySerializer(stringifyJson)
  },
  { name: 'json' },
)

// The rest of a body over the limit is read and dropped: a client that is still sending would otherwise see a
// connection reset instead of the answer.
const MAX_DROPPED = 64 * 1024 * 1024

/** Uses stream events, because iterating over a stream costs several promises per request. */
function collectBody(
  stream: Readable,
  limit: number,
  done: (error: Error | undefined, body: Buffer, size: number) => void,
): void {
  let chunks: Buffer[] = []
  let size = 0
  const finish = (error?: Error) => {
    stream.off('data', onData).off('end', onEnd).off('error', finish)
    done(error, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), size)
  }
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks = []
    if (size > limit + MAX_DROPPED) finish(tooLarge(limit))
  }
  const onEnd = () => finish(size > limit ? tooLarge(limit) : undefined)
  stream.on('data', onData).on('end', onEnd).on('error', finish)
}

const tooLarge = (limit: number): ToolError =>
  new ToolError(
    'too_large',
    `The body is larger than the ${limit} bytes that this gateway accepts.`,
  )

function readBody(body: Buffer): unknown {
  try {
    const text = decodeUtf8(body)
    return text.trim() === '' ? {} : parseJson(text)
  } catch (error) {
    const reason = error instanceof MalformedJson ? error.message : 'it is not valid UTF-8'
    throw new ToolError('malformed_json', `The body cannot be read: ${reason}.`, { cause: error })
  }
}

/** `toString` is much faster than `TextDecoder`; only a replacement character needs the strict decoder. */
function decodeUtf8(body: Buffer): string {
  const text = body.toString('utf8')
  return text.includes(REPLACEMENT) || text.startsWith('\ufeff') ? utf8.decode(body) : text
}
