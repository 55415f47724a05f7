import type { FastifyInstance } from 'fastify'

/** The fields of a form; the last one counts if a field is repeated. */
export type Form = Readonly<Record<string, string | undefined>>

/** Reads bodies of HTML forms, which OAuth uses, in this scope of routes. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (_request, body, done) => done(null, toForm(String(body))),
  )
}

const toForm = (text: string): Form =>
  Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(text)))
