import type { ToolGroup } from '@quartermaster/toolkit'
import type { PromptServices } from './prompt-tool.ts'
import { acknowledgePrompt } from './tools/acknowledge-prompt.ts'
import { agents } from './tools/agents.ts'
import { cancel } from './tools/cancel.ts'
import { execute } from './tools/execute.ts'
import { health } from './tools/health.ts'
import { inferenceDiagnostics } from './tools/inference-diagnostics.ts'
import { list } from './tools/list.ts'
import { pausePrompts } from './tools/pause-prompts.ts'
import { readInbox } from './tools/read-inbox.ts'
import { scheduleCron } from './tools/schedule-cron.ts'
import { scheduleEvery } from './tools/schedule-every.ts'
import { scheduleTime } from './tools/schedule-time.ts'
import { test } from './tools/test.ts'
import { upload } from './tools/upload.ts'

export const promptToolGroup: ToolGroup<PromptServices> = {
  name: 'prompts',
  title: 'Scheduled prompts',
  tools: [
    list,
    scheduleTime,
    scheduleCron,
    scheduleEvery,
    cancel,
    execute,
    test,
    agents,
    upload,
    inferenceDiagnostics,
    health,
    readInbox,
    acknowledgePrompt,
    pausePrompts,
  ],
}
