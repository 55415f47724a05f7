export { type Delivery, type DeliveryOptions, openDelivery } from './delivery.ts'
export { isId, makeId } from './delivery-id.ts'
export { type Repeating, repeat } from './dispatch/repeat.ts'
export { type Letta, type LettaAgent, LettaFailure, type LettaSettings } from './letta.ts'
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
} from './queries/schedule-deliveries.ts'
export { clearTrouble, isByHand, listTroubles, type Trouble } from './queries/troubles.ts'
export { findPause, pauseWorkspace, resumeWorkspace } from './queries/workspace-pause.ts'
export { DELIVERY_KINDS, readDeliverTo } from './recipients/deliver-to.ts'
export { type Place, placeOf, type Recipient } from './recipients/destination.ts'
