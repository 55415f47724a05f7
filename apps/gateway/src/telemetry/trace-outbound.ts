import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** Records a span for a request to another server, and passes the trace on in its headers. */
export const traceOutbound =
  (tracer: Tracer) =>
  async <T extends { readonly status: number }>(
    url: URL,
    method: string,
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T> => {
    const span = tracer.startSpan(method, {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': method,
        'server.address': url.hostname,
        'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
        // Paths and queries of webhooks often contain secrets.
        'url.full': url.origin,
      },
    })
    const inner = trace.setSpan(context.active(), span)
    const headers: Record<string, string> = {}
    propagation.inject(inner, headers)
    try {
      const answer = await context.with(inner, () => send(headers))
      span.setAttribute('http.response.status_code', answer.status)
      if (answer.status >= 400) fail(String(answer.status))
      return answer
    } catch (error) {
      const { failure = 'error' } = error as { failure?: string }
      fail(failure)
      throw error
    } finally {
      span.end()
    }

    function fail(type: string): void {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
  }
