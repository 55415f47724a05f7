export { outboundAllow, PromptVariables, promptSettings } from './environment.ts'
export { PRINTABLE } from './inputs.ts'
export { listPage } from './list-page.ts'
export { changeSchedule, ScheduleChanges } from './manage/change.ts'
export { getDelivery, resend, showDeliveries, showDelivery } from './manage/deliveries.ts'
export { getSchedule } from './manage/find.ts'
export {
  pauseSchedule,
  pauseWorkspace,
  resumeSchedule,
  resumeWorkspace,
  showPause,
} from './manage/pause.ts'
export { runNow } from './manage/run-now.ts'
export { previewRuns, simulate } from './manage/simulate.ts'
export { showTroubles } from './manage/troubles.ts'
export { openPrompts, type Prompts } from './open-prompts.ts'
export { checkRecipient } from './recipient.ts'
export { DEFAULT_SETTINGS, lettaSettings, type PromptSettings } from './settings.ts'
export { ShownSchedule, showSchedule } from './shown.ts'
export type { PromptServices } from './tool.ts'
export { promptTools } from './toolset.ts'
