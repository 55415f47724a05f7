export {
  type ActiveToolset,
  type ChosenToolset,
  chooseActiveToolset,
  getActiveToolset,
} from './choose-active-toolset.ts'
export { addMessage, listMessages, type Message } from './queries/messages.ts'
export { sweepThreadCalls } from './queries/thread-calls.ts'
export type { ThreadServices } from './services.ts'
export { threadFamily, threadKey } from './thread-family.ts'
export { ThreadId } from './thread-id.ts'
