import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes that are compressed once and then served many times. */
export type StaticFile = {
  readonly type: string
  readonly etag: string
  readonly hash: string
  readonly encodings: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
}

// Quality 5 takes 0.3 s for 4 MB; 9 takes ten times as long and saves 4 % more.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function staticFile(type: string, content: string | Buffer): Promise<StaticFile> {
  const identity = Buffer.from(content)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, BROTLI),
    promisify(gzip)(identity),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16)
  return { type, hash, etag: `"${hash}"`, encodings: { br, gzip: gzipped, identity } }
}

/** Sends the file in the best encoding that the client accepts, or 304 if the client has it. */
export function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, encodings }: StaticFile,
  cacheControl: string,
): FastifyReply {
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
  if (hasCurrent(headers['if-none-match'], etag)) return reply.code(304).send()
  const accepted = String(headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => accepts(accepted, name))
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.type(type).send(encodings[encoding ?? 'identity'])
}

const accepts = (accepted: string, encoding: string): boolean =>
  new RegExp(`(^|[,\\s])${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`).test(accepted)

const hasCurrent = (known: string | undefined, etag: string): boolean =>
  known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
