import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { stringifyJson } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { eventSources } from '../events/event-source.ts'
import { followEvents, type IdentifiedEvent } from '../events/follow-events.ts'
import { failures, replyOf } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { typed } from './schema/typed.ts'

const KINDS = ['call', 'context', 'delivery', 'schedule', 'pause', 'toolset'] as const

// The call log notifies immediately; other sources are read once per interval.
const INTERVAL_MS = 1000
const HEARTBEAT_MS = 15_000

const Query = Type.Object({
  kinds: Type.Optional(
    Type.String({ description: `Comma-separated kinds: ${KINDS.join(', ')}. Default: all.` }),
  ),
})

export function eventRoute(app: FastifyInstance, services: Services): void {
  const closing = new AbortController()
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => closing.abort())

  typed(app).get(
    '/v1/events',
    {
      config: { access: 'workspace', isUncounted: true },
      schema: {
        operationId: 'stream_events',
        summary: 'Stream events',
        description:
          'Server-sent events: tool calls, context changes, deliveries, schedules, pauses of the workspace and toolsets. The root key sees those of the workspace, an agent its own. Send the id of the last event in the header Last-Event-ID to continue after it; events near it may be sent again.',
        tags: ['Operation'],
        querystring: Query,
        response: {
          200: replyOf('A stream of events. `data` is a JSON object.', {
            'text/event-stream': Type.String(),
          }),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const stream = Readable.from(streamEvents(request, request.query.kinds, closing.signal))
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  )

  async function* streamEvents(
    request: FastifyRequest,
    kinds: string | undefined,
    closed: AbortSignal,
  ): AsyncGenerator<string> {
    const disconnected = new AbortController()
    request.raw.once('close', () => disconnected.abort())
    const signal = AbortSignal.any([closed, disconnected.signal])
    const sources = eventSources(services, request.caller).filter(
      ({ name }) => kinds === undefined || kinds.split(',').includes(name),
    )
    const lastId = request.headers['last-event-id']
    const wakeups = services.eventWakeups.subscribe()
    try {
      const wait = () => Promise.race([wakeups.next(signal), interval(signal)])
      let quietSince = 0
      for await (const events of followEvents(sources, textOf(lastId), wait, signal)) {
        if (events.length === 0 && Date.now() - quietSince < HEARTBEAT_MS) continue
        // The key may have been revoked since the previous heartbeat.
        if (events.length === 0) await app.authenticateAgain(request)
        // The first comment is sent once all positions are known, so that nothing is missed.
        yield events.length === 0 ? ': heartbeat\n\n' : events.map(format).join('')
        quietSince = Date.now()
      }
    } finally {
      wakeups.close()
    }
  }
}

const interval = (signal: AbortSignal) =>
  delay(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header !== '' ? header : undefined

const format = ({ id, kind, data }: IdentifiedEvent): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${stringifyJson(data)}\n\n`
