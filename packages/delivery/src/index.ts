export { type Delivery, type DeliveryOptions, openDelivery, secretContext } from './delivery.ts'
export { createDeliveryId, isDeliveryId } from './delivery-id.ts'
export { installationName } from './dispatch/installation-name.ts'
export { type Letta, type LettaAgent, LettaFailure, type LettaSettings } from './letta.ts'
export { countDeliveriesByDay } from './queries/count-deliveries-by-day.ts'
export {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  findDueDeliveries,
  insertDeliveries,
  listAttempts,
  type NewDelivery,
  resendDelivery,
} from './queries/deliveries.ts'
export type { Finish } from './queries/finish-deliveries.ts'
export { acknowledgeDelivery, readInbox } from './queries/inbox.ts'
export {
  countDeliveries,
  DELIVERY_ORDERS,
  listDeliveries,
} from './queries/list-deliveries.ts'
export { countOpenDeliveries } from './queries/open-deliveries.ts'
export {
  getRecipient,
  listForeignLettaAgents,
  listWorkspaceAgents,
} from './queries/recipients.ts'
export {
  cancelDeliveries,
  countOpenSlots,
  deleteUntriedSlots,
  holdDeliveries,
  releaseDeliveries,
  reviseDeliveries,
} from './queries/schedule-deliveries.ts'
export { announceResume, announceScheduleSoon } from './queries/schedule-soon.ts'
export { clearTrouble, isRequested, listTroubles, type Trouble } from './queries/troubles.ts'
export { findPause, pauseWorkspace, resumeWorkspace } from './queries/workspace-pause.ts'
export { DELIVERY_KINDS, readDeliverTo } from './recipients/deliver-to.ts'
export { type Destination, destinationOf, type Recipient } from './recipients/destination.ts'
export type { EndedDelivery, LockedSchedules, ScheduleGate } from './schedule-gate.ts'
