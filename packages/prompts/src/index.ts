export { outboundAllow, PromptVariables, promptSettings } from './environment.ts'
export type { PromptServices } from './prompt-tool.ts'
export { openPrompts, type Prompts } from './prompts.ts'
export { checkRecipient } from './recipients/resolve-recipient.ts'
export { changeSchedule, ScheduleChanges } from './schedules/change-schedule.ts'
export { getSchedule } from './schedules/get-schedule.ts'
export { listSchedulePage } from './schedules/list-schedule-page.ts'
export {
  pauseSchedule,
  pauseWorkspace,
  presentPause,
  resumeSchedule,
  resumeWorkspace,
} from './schedules/pause.ts'
export { getDelivery, presentDeliveries, presentDelivery } from './schedules/present-delivery.ts'
export { PresentedSchedule, presentSchedule } from './schedules/present-schedule.ts'
export { presentTroubles } from './schedules/present-troubles.ts'
export { resend } from './schedules/resend.ts'
export { runNow } from './schedules/run-now.ts'
export { previewSlots, simulateSlots } from './schedules/simulate-slots.ts'
export { DEFAULT_SETTINGS, lettaSettings, type PromptSettings } from './settings.ts'
export { promptToolGroup } from './tool-group.ts'
export { PRINTABLE } from './tools/inputs.ts'
