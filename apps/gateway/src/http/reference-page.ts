import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { PUBLIC_LIMIT } from './rate-limit.ts'
import { type StaticFile, sendFile, staticFile } from './static-file.ts'
import { nothingHere } from './unknown-routes.ts'

const config = { access: 'public', rateLimit: PUBLIC_LIMIT } as const
const schema = { hide: true }

// The script's URL contains its hash, so browsers may cache it forever.
const FOREVER = 'public, max-age=31536000, immutable'
const REVALIDATE = 'public, no-cache'

/** The reference page at /docs/, with its script and its own copy of the OpenAPI document. */
export default fp(
  async (app) => {
    let loaded: ReturnType<typeof loadPage> | undefined
    const page = () => {
      loaded ??= loadPage()
      return loaded
    }

    app.get('/docs', { config, schema }, async (request, reply) => {
      // The page's links are relative, so that it works below any path of a proxy.
      if (!(request.url.split('?')[0] ?? '').endsWith('/')) return reply.redirect('docs/')
      return sendFile(request, reply, (await page()).html, REVALIDATE)
    })
    app.get('/docs/:script', { config, schema }, async (request, reply) => {
      const { script } = await page()
      const { script: name } = request.params as { script: string }
      if (name !== scriptName(script)) throw nothingHere()
      return sendFile(request, reply, script, FOREVER)
    })
    app.get('/docs/openapi.json', { config, schema }, async (request, reply) =>
      sendFile(request, reply, await app.openapiFile(), REVALIDATE),
    )
  },
  { name: 'reference-page', dependencies: ['openapi'] },
)

const scriptName = ({ hash }: StaticFile): string => `scalar-${hash}.js`

/**
 * Without a key in the page's form, requests use the session of the console. The page embeds the source of
 * this function, so it must not refer to anything outside itself.
 */
function useSession({ request }: { request: Request }): void {
  const key = request.headers.get('authorization') ?? ''
  if (/^(Bearer|Basic)?\s*$/.test(key)) request.headers.delete('authorization')
  request.headers.set('x-quartermaster-console', 'reference')
}

/** Scalar is a Fastify plugin with a script of 4 MB, so it is loaded on first use. */
async function loadPage(): Promise<{ html: StaticFile; script: StaticFile }> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const scalar: FastifyInstance = Fastify()
  await scalar.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: 'openapi.json',
      pageTitle: 'Quartermaster',
      // The page loads nothing from other servers.
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      telemetry: false,
      onRequestBuilt: useSession,
    },
  })
  const [page, source] = await Promise.all([
    scalar.inject('/docs/'),
    scalar.inject('/docs/js/scalar.js'),
  ])
  await scalar.close()
  const script = await staticFile('text/javascript; charset=utf-8', source.rawPayload)
  const html = page.payload.replace('js/scalar.js', scriptName(script))
  return { html: await staticFile('text/html; charset=utf-8', html), script }
}
