import { customMessage, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import type { Prompts } from '../prompts.ts'
import { Succeeded } from '../succeeded.ts'
import { executeDue } from '../worker/execute-due.ts'

const TIMEOUT_SECONDS = 60
const WORK_MS = 50_000

const Executed = Type.Object({
  id: Type.Integer({ description: 'The schedule.' }),
  agent_id: Type.String({ description: 'The recipient.' }),
  delivered: Type.Boolean({ description: 'Whether the prompt was delivered.' }),
  next_run: Type.Union([Type.String(), Type.Null()], { description: 'The next slot, in UTC.' }),
  repetition_count: Type.Integer({ description: 'Successful deliveries.' }),
  max_repetitions: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Deliveries after which the schedule ends; null for no limit.',
  }),
  completed: Type.Boolean({ description: 'Whether max_repetitions is reached.' }),
  error: Type.Optional(Type.String({ description: 'Why it was not delivered.' })),
})

export const execute = tool({
  name: 'promptyoself_execute',
  description:
    'Deliver the due prompts of this workspace now, including those that failed before, and report each outcome. With loop true, make sure that the background loop runs, which delivers prompts by itself, and return immediately.',
  effect: 'write',
  transactional: false,
  openWorld: true,
  timeoutSeconds: TIMEOUT_SECONDS,
  input: Input({
    loop: Type.Boolean({ default: false, description: 'Start or report the background loop.' }),
    interval: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 86_400,
      description:
        'Accepted for compatibility and ignored: the loop delivers each prompt at its own time.',
      [customMessage]: 'Interval must be a number (seconds)',
    }),
  }),
  output: Type.Object({
    status: Succeeded,
    executed: Type.Optional(Type.Array(Executed, { description: 'One entry per attempt.' })),
    message: Type.String({ description: 'A summary.' }),
  }),
  examples: [{ title: 'Deliver due prompts', input: {} }],
  async handler({ loop }, call) {
    const { prompts } = call.services
    if (loop) return { status: 'success' as const, message: await startLoop(prompts) }
    const { executed, isComplete } = await executeDue(call, WORK_MS)
    const more = isComplete ? '' : '; more are due, call again'
    const message = `${executed.length} prompts executed${more}`
    return { status: 'success' as const, executed, message }
  },
})

async function startLoop(prompts: Prompts): Promise<string> {
  if (!prompts.canWork) {
    return 'Scheduler loop runs in the worker processes; this process only answers calls'
  }
  return (await prompts.startWorker()) ? 'Scheduler loop started' : 'Scheduler loop is running'
}
