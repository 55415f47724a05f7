import fp from 'fastify-plugin'

// The reference page and the console have inline scripts and styles, and load nothing from elsewhere.
const PAGE = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

type Options = {
  isClosing: () => boolean
  /** Clients reach the gateway over TLS, terminated by the gateway or by a proxy. */
  isHttps: boolean
}

/** The request id on every response, and security headers. */
export default fp<Options>(
  async (app, { isClosing, isHttps }) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      reply.header('x-request-id', request.id)
      reply.header('x-content-type-options', 'nosniff')
      if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
      if (String(reply.getHeader('content-type')).startsWith('text/html')) addPageHeaders()
      // A kept-alive connection would delay the end of the process.
      if (isClosing()) reply.header('connection', 'close')
      done(null, payload)

      function addPageHeaders() {
        for (const [name, value] of Object.entries(PAGE)) {
          if (!reply.hasHeader(name)) reply.header(name, value)
        }
      }
    })
  },
  { name: 'response-headers' },
)
