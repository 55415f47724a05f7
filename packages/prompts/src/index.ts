export { outboundAllow, PromptVariables, promptSettings } from './environment.ts'
export type { PromptServices } from './prompt-tool.ts'
export { openPrompts, type Prompts } from './prompts.ts'
export { checkRecipient } from './recipients/resolve-recipient.ts'
export { changeSchedule, ScheduleChanges } from './schedules/change-schedule.ts'
export { getDelivery, resend, showDeliveries, showDelivery } from './schedules/deliveries.ts'
export { getSchedule } from './schedules/get-schedule.ts'
export { listPage } from './schedules/list-schedules.ts'
export {
  pauseSchedule,
  pauseWorkspace,
  resumeSchedule,
  resumeWorkspace,
  showPause,
} from './schedules/pause.ts'
export { ShownSchedule, showSchedule } from './schedules/present-schedule.ts'
export { runNow } from './schedules/run-now.ts'
export { previewRuns, simulate } from './schedules/simulate.ts'
export { showTroubles } from './schedules/troubles.ts'
export { DEFAULT_SETTINGS, lettaSettings, type PromptSettings } from './settings.ts'
export { promptToolGroup } from './tool-group.ts'
export { PRINTABLE } from './tools/inputs.ts'
