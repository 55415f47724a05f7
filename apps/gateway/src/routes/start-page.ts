import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { replyOf } from '../openapi/operation.ts'

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quartermaster</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
  code { background: #8881; padding: .1rem .3rem; border-radius: .2rem; }
</style>
<h1>Quartermaster</h1>
<p>This gateway hands agents their tools. Every tool is a <code>POST</code> with a key.</p>
<ul>
  <li><a href="docs/">All routes and tools</a>, to read and to try</li>
  <li><code>GET /v1/descriptors</code>: the tools of your key, ready for your model</li>
  <li><a href="readyz">Is it ready?</a></li>
</ul>
`

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f4d3a"/><text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="bold" fill="#fff" text-anchor="middle">Q</text></svg>`

/** The page at `/` if there is no console. It is public, so it contains links and nothing about this installation. */
export function startPage(app: FastifyInstance): void {
  app.get(
    '/',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'start_page',
        summary: 'Get the start page',
        description: 'Links to the documentation, for a person with a browser.',
        tags: ['Operation'],
        security: [],
        response: { 200: replyOf('The start page.', { 'text/html': Type.String() }) },
      },
    },
    async (_request, reply) => reply.type('text/html; charset=utf-8').serializer(String).send(PAGE),
  )

  app.get(
    '/favicon.ico',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=86400')
        .serializer(String)
        .send(ICON),
  )
}
