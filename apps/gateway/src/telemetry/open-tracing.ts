import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Tracing } from '@quartermaster/toolkit'

const KINDS = {
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** The packages' view of OpenTelemetry. */
export const openTracing = (tracer: Tracer): Tracing => ({
  current() {
    const running = trace.getActiveSpan()
    return running && traceparentOf(running.spanContext())
  },

  begin(name, { kind, parent, links = [], attributes = {} }) {
    const linked = links.flatMap((text) => (text ? contextFrom(text) : []))
    const options = {
      kind: KINDS[kind],
      attributes,
      links: linked.flatMap((found) => {
        const spanContext = trace.getSpanContext(found)
        return spanContext === undefined ? [] : { context: spanContext }
      }),
    }
    const outer = parent === undefined ? context.active() : contextFrom(parent)
    const span = tracer.startSpan(name, options, outer)
    return {
      traceparent: traceparentOf(span.spanContext()),
      run: (work) => context.with(trace.setSpan(outer, span), work),
      end({ error, attributes: found = {} } = {}) {
        span.setAttributes(found)
        if (error !== undefined) {
          span.setAttribute('error.type', error)
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        span.end()
      },
    }
  },
})

const contextFrom = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
