/** What is handed over. */
export type Message = {
  /** The same at every attempt, so that a receiver can tell a repetition. */
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
      /** In our own words: what the other side said is not for our callers. */
      readonly error: string
      readonly status?: number
      readonly retryAfterMs?: number
      /** Trying again cannot help. */
      readonly final?: boolean
    }
  /** It was sent and no answer came: it may have arrived. */
  | { readonly outcome: 'unconfirmed'; readonly error: string; readonly status?: number }

export type Sending = {
  readonly signal: AbortSignal
  /** The time, for signatures. */
  readonly now: () => Date
  /** Throws when the attempt may be another's by now; asked in the moment of writing. */
  readonly beforeWrite: () => void
}

export type Arrived = { readonly hasArrived: boolean; readonly runId?: string }

/** A place of delivery: one file per kind. */
export type Target = {
  readonly kind: string
  /** What it shares with other recipients. */
  readonly host: string
  send(message: Message, sending: Sending): Promise<Outcome>
  /** Whether an earlier attempt, of which we do not know, has arrived; undefined where one cannot tell. */
  findEarlier?(message: Message, sending: Sending): Promise<Arrived | undefined>
}
