import { createHash, timingSafeEqual } from 'node:crypto'
import { ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

type Options = { rootKey: string | undefined }

/** Guards the routes of a worker, which has no keyring: all but the public ones need the root key. */
export default fp<Options>(
  async (app, { rootKey }) => {
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.access === 'public') return
      const key = keyOf(request)
      if (rootKey === undefined || key === undefined || !isEqual(key, rootKey)) {
        throw new ToolError(
          'unauthorized',
          'This needs the root key, in QM_ROOT_KEY of the worker.',
        )
      }
    })
  },
  { name: 'root-key-only' },
)

function keyOf({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  if (typeof key === 'string') return key
  return authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined
}

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
