import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { PUBLIC_LIMIT } from '../http/rate-limit.ts'
import { sendFile } from '../http/static-file.ts'
import { nothingHere } from '../http/unknown-routes.ts'
import { readConsoleFiles } from './console-files.ts'
import { VIEWS } from './views.ts'

type Options = {
  dir: string | undefined
  /** The path below which browsers reach the gateway. */
  base: string
}

// Names of assets contain their hash, so browsers may cache them forever.
const FOREVER = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  vary: 'accept',
}

/**
 * The console: its page at `/` and at the paths of its views, and its assets. A view's path serves the
 * console only to a browser that opens a page; programs get the response of an unknown path. A path that
 * has a route, such as `/connect/authorize`, does not serve the console.
 */
export default fp<Options>(
  async (app, { dir, base }) => {
    if (dir === undefined) return
    const files = await readConsoleFiles(dir, base)

    app.addHook('onRequest', async (request, reply) => {
      if (!opensView(request)) return
      const page = await files.find('index.html')
      if (page === undefined) return
      reply.headers(HEADERS)
      return sendFile(request, reply, page, REVALIDATE)
    })

    const config = { access: 'public', rateLimit: { ...PUBLIC_LIMIT, max: 3000 } } as const
    app.get('/assets/:name', { config, schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params as { name: string }
      const file = await files.find(`assets/${name}`)
      if (file === undefined) throw nothingHere()
      return sendFile(request, reply, file, FOREVER)
    })
  },
  { name: 'console-pages' },
)

function opensView({ method, url, headers, is404: hasNoRoute }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [, first = ''] = (url.split('?')[0] ?? '').split('/')
  if (first === '') return url === '/' || url.startsWith('/?')
  return hasNoRoute && VIEWS.includes(first) && (headers.accept ?? '').includes('text/html')
}
