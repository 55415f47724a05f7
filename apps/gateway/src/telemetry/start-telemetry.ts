import { setTimeout as delay } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { setTracing } from '@quartermaster/toolkit'
import type { TelemetrySettings } from '../config.ts'
import { VERSION } from '../version.ts'
import { openTracing } from './open-tracing.ts'
import { traceOutbound } from './trace-outbound.ts'
import { traceRequests } from './trace-requests.ts'
import { traceStatements } from './trace-statements.ts'

const SHUTDOWN_MS = 5000
const LONGEST_VALUE = 8192

/** The parts of a process that record spans while telemetry is on. */
export type Telemetry = {
  readonly traceRequests: ReturnType<typeof traceRequests>
  readonly traceStatement: ReturnType<typeof traceStatements>
  readonly traceOutbound: ReturnType<typeof traceOutbound>
  /** Sends the spans that are still buffered. */
  close(): Promise<void>
}

/**
 * Sends traces by OTLP over HTTP. Nothing else in the gateway imports OpenTelemetry, and this file is
 * imported only when `OTEL_EXPORTER_OTLP_ENDPOINT` is set. The exporter reads the address and its headers
 * from the environment itself, as the specification of OTLP exporters says.
 */
export async function startTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  const { protocol, serviceName, sampledFraction } = settings
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  const resource = defaultResource()
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }))
  const provider = new TracerProvider({
    resource,
    // If the caller does not sample its trace, the gateway records no spans for it either.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledFraction) }),
    // Callers choose JSON-RPC ids, client names and paths, so these can be of any length.
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('quartermaster', VERSION)
  setTracing(openTracing(tracer))
  return {
    traceRequests: traceRequests(tracer),
    traceStatement: traceStatements(tracer),
    traceOutbound: traceOutbound(tracer),
    async close() {
      setTracing(undefined)
      // A collector that does not answer must not keep the process from stopping.
      await Promise.race([
        provider.shutdown().catch(() => {}),
        delay(SHUTDOWN_MS, undefined, { ref: false }),
      ])
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}
