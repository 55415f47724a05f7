import type { Outbound } from '@quartermaster/outbound'
import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Letta } from '../letta.ts'

/** A prompt for a recipient. */
export type Message = {
  /** The delivery's id: the same for every attempt, so that receivers can deduplicate. */
  readonly id: string
  readonly prompt: string
  readonly agentId: string
  readonly scheduleId: number | null
  readonly dueAt: Date
}

export type Outcome =
  | { readonly outcome: 'delivered'; readonly runId?: string; readonly status?: number }
  | {
      readonly outcome: 'failed'
      /** A message of the gateway. The receiver's response is never shown to callers. */
      readonly error: string
      readonly status?: number
      readonly retryAfterMs?: number
      /** A retry cannot succeed. */
      readonly final?: boolean
    }
  /** Sent without a response, so it may have arrived. */
  | { readonly outcome: 'unconfirmed'; readonly error: string; readonly status?: number }

export type SendContext = {
  readonly signal: AbortSignal
  /** The time for signatures. */
  readonly now: () => Date
  /** Called just before the request is written. Throws if another worker may own the attempt. */
  readonly beforeWrite: () => void
}

export type Arrival = { readonly hasArrived: boolean; readonly runId?: string }

/** A destination that prompts can be sent to. */
export type Target = {
  readonly kind: string
  /** Recipients with the same `host` share its concurrency limit. */
  readonly host: string
  /** Receivers deduplicate by the delivery's id, so a message may be sent again after a crash. */
  readonly isRepeatable: boolean
  send(message: Message, context: SendContext): Promise<Outcome>
  /** Whether an earlier attempt with an unknown outcome has arrived; undefined if that cannot be found out. */
  findEarlier?(message: Message, context: SendContext): Promise<Arrival | undefined>
}

export type TargetClients = { readonly outbound: Outbound; readonly letta: Letta | undefined }

/** One kind of `deliver_to`: its name, its settings and how to send. See `TARGET_KINDS`. */
export type TargetKind<Kind extends string = string, Settings extends TSchema = TObject> = {
  readonly kind: Kind
  readonly settings: Settings
  create(settings: Static<Settings>, clients: TargetClients): Target
}

/** Defines a kind; `properties` are its settings in addition to `kind`. */
export function targetKind<Kind extends string, Properties extends TProperties>(definition: {
  kind: Kind
  properties: Properties
  create(settings: Static<TObject<Properties>>, clients: TargetClients): Target
}) {
  const { kind, properties, create } = definition
  const settings = Type.Object(
    { kind: Type.Literal(kind), ...properties },
    { additionalProperties: false },
  )
  return {
    kind,
    settings,
    create: create as unknown as TargetKind<Kind, typeof settings>['create'],
  }
}

/** A target for settings that cannot be used: every attempt fails until the settings are fixed. */
export const unusableTarget = (problem: string): Target => ({
  kind: 'nowhere',
  host: 'nowhere',
  isRepeatable: true,
  send: async () => ({ outcome: 'failed', error: problem }),
})

export const hostOf = (url: string): string => URL.parse(url)?.host ?? 'unreadable'
