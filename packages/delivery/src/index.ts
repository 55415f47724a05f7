export { DELIVERY_KINDS, readDeliverTo } from './deliver-to.ts'
export { type Letta, type LettaAgent, LettaFailure, type LettaSettings } from './letta.ts'
export { isId, makeId } from './message-id.ts'
export { type Delivery, type DeliveryOptions, openDelivery } from './open-delivery.ts'
export { type Place, placeOf, type Recipient } from './place.ts'
export {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  findDue,
  insertDeliveries,
  listAttempts,
  listDeliveries,
  type NewDelivery,
  resendDelivery,
} from './queries/deliveries.ts'
export type { Ended, LockOrigin } from './queries/finish.ts'
export { acknowledge, readInbox } from './queries/inbox.ts'
export {
  cancelDeliveries,
  countOpen,
  forgetUntried,
  holdDeliveries,
  releaseDeliveries,
  reviseDeliveries,
} from './queries/of-schedule.ts'
export { findPause, pauseWorkspace, resumeWorkspace } from './queries/pauses.ts'
export { clearTrouble, isByHand, listTroubles, type Trouble } from './queries/troubles.ts'
export { type Repeating, repeat } from './repeat.ts'
