import type { Tx } from '@quartermaster/db'

/** A delivery's link to its schedule. */
export type ScheduledDelivery = {
  readonly scheduleId: number | null
  readonly trigger: 'slot' | 'manual'
  /** The slot, unless `trigger` is 'manual'. */
  readonly dueAt: Date
  readonly resent: boolean
}

export type EndedDelivery = ScheduledDelivery & {
  readonly id: string
  readonly state: 'delivered' | 'failed' | 'unconfirmed' | 'cancelled'
  readonly createdAt: Date
  readonly endedAt: Date
}

/**
 * The operations on schedules that storing the outcomes of attempts needs. Schedules are always locked
 * before their deliveries, so `lockSchedules` is called first in the transaction.
 */
export type ScheduleGate = {
  lockSchedules(trx: Tx, scheduleIds: readonly number[]): Promise<LockedSchedules>
}

export type LockedSchedules = {
  /** Decides what happens to a delivery whose attempt failed. */
  afterFailure(delivery: ScheduledDelivery): 'retry' | 'hold' | 'cancel'
  /** Advances the schedules of deliveries that have ended. */
  settle(ended: readonly EndedDelivery[]): Promise<void>
}
