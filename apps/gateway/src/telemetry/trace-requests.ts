import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { readMessage } from './mcp-message.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Contains the span of the HTTP request, or, for an internal call, the span that makes it. */
    traceContext?: Context
    /** The span of the tool call or the MCP message in the request. */
    callSpan?: Span
  }
}

// Probes and scrapes say nothing about calls.
const UNTRACED = new Set<string | undefined>(['/healthz', '/readyz', '/metrics'])
const isMcp = ({ routeOptions }: FastifyRequest) => routeOptions.url?.endsWith('/mcp') === true

/**
 * Records a span for every HTTP request, and inside it one for the tool call or the MCP message. Names
 * and attributes are those of OpenTelemetry's conventions for HTTP, generative AI and MCP. Arguments and
 * answers are not recorded.
 */
export const traceRequests = (tracer: Tracer) =>
  fp(
    async (app) => {
      app.decorateRequest('traceContext')
      app.decorateRequest('callSpan')

      app.addHook('onRequest', (request, reply, done) => {
        if (UNTRACED.has(request.routeOptions.url)) return done()
        const isInternal = app.internalCalls.find(request) !== undefined
        const inner = isInternal ? context.active() : beginRequest(tracer, request, reply)
        request.traceContext = inner
        context.with(inner, done)
      })

      // The context is lost when the body is read.
      app.addHook('preValidation', ({ traceContext }, _reply, done) => {
        if (traceContext === undefined) done()
        else context.with(traceContext, done)
      })

      app.addHook('preHandler', (request, _reply, done) => {
        const { traceContext, internalCall } = request
        const inner =
          traceContext === undefined || internalCall !== undefined
            ? undefined
            : beginCall(tracer, request, traceContext)
        if (inner === undefined) done()
        else context.with(inner, done)
      })

      app.addHook('onSend', (request, _reply, _payload, done) => {
        const { traceContext, failure, internalCall, callSpan } = request
        // The answer of an internal call is the result of the MCP message that made it.
        const span = internalCall && traceContext ? trace.getSpan(traceContext) : callSpan
        if (failure !== undefined && span !== undefined) {
          const type = internalCall === undefined ? failure.code : 'tool_error'
          span.setAttributes({ 'error.type': type, 'quartermaster.error.code': failure.code })
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        done()
      })
    },
    { name: 'trace-requests' },
  )

function beginRequest(tracer: Tracer, request: FastifyRequest, reply: FastifyReply): Context {
  const { method, headers, routeOptions, raw } = request
  const outer = propagation.extract(ROOT_CONTEXT, headers)
  const route = routeOptions.url
  const agent = headers['user-agent']
  const span = tracer.startSpan(
    route === undefined ? method : `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'url.scheme': request.protocol,
        'url.path': request.url.split('?')[0],
        'server.address': request.hostname,
        'client.address': request.ip,
        'network.protocol.version': raw.httpVersion,
        'quartermaster.request.id': request.id,
        ...(route !== undefined && { 'http.route': route }),
        ...(agent !== undefined && { 'user_agent.original': agent }),
      },
    },
    outer,
  )
  const inner = trace.setSpan(outer, span)
  // The call log and the log show the trace that begins here.
  if (headers.traceparent === undefined) propagation.inject(inner, headers)
  reply.raw.once('close', () => {
    request.callSpan?.end()
    const { statusCode } = reply
    span.setAttribute('http.response.status_code', statusCode)
    const type = reply.raw.writableFinished ? String(statusCode) : 'cancelled'
    if (statusCode >= 500 || type === 'cancelled') {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  })
  return inner
}

/** Undefined for a request that calls no tool. */
function beginCall(tracer: Tracer, request: FastifyRequest, outer: Context): Context | undefined {
  const { caller, toolCall } = request
  const who = caller && {
    'gen_ai.agent.name': caller.agent,
    'quartermaster.workspace.id': caller.workspaceId,
  }
  const begin = (name: string, options: SpanOptions, parent: Context) => {
    const attributes = { ...options.attributes, ...who }
    request.callSpan = tracer.startSpan(name, { ...options, attributes }, parent)
    return trace.setSpan(parent, request.callSpan)
  }
  if (isMcp(request)) {
    const message = readMessage(request)
    if (message === undefined) return undefined
    const { name, attributes, meta } = message
    const parent = propagation.extract(ROOT_CONTEXT, meta)
    const ambient = trace.getSpanContext(outer)
    // MCP clients trace the message, and the transport may belong to another trace.
    const isTraced = trace.getSpanContext(parent) !== undefined
    const links = isTraced && ambient ? [{ context: ambient }] : []
    const options = { kind: SpanKind.SERVER, attributes, links }
    return begin(name, options, isTraced ? parent : outer)
  }
  if (toolCall === undefined) return undefined
  const name = toolCall.tool.slice(0, 100)
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.type': 'function',
  }
  return begin(`execute_tool ${name}`, { kind: SpanKind.INTERNAL, attributes }, outer)
}
