import { customMessage, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { executeDue } from '../worker/execute-due.ts'

const TIMEOUT_SECONDS = 60
const WORK_MS = 50_000

const Executed = Type.Object({
  id: Type.Integer(),
  agent_id: Type.String(),
  delivered: Type.Boolean(),
  next_run: Type.Union([Type.String(), Type.Null()]),
  repetition_count: Type.Integer(),
  max_repetitions: Type.Union([Type.Integer(), Type.Null()]),
  completed: Type.Boolean({ description: 'It has reached its max_repetitions.' }),
  error: Type.Optional(Type.String({ description: 'Why it was not delivered.' })),
})

export const execute = tool({
  name: 'promptyoself_execute',
  description:
    'Deliver the prompts of this workspace that are due, now, and say how each went; one that failed before is tried again. With loop true, make sure that the background loop runs, which delivers everything by itself, and return at once.',
  effect: 'write',
  transactional: false,
  timeoutSeconds: TIMEOUT_SECONDS,
  input: Input({
    loop: Type.Boolean({ default: false, description: 'Start or report the background loop.' }),
    interval: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 86_400,
      description:
        'Accepted for the sake of older callers: the loop delivers each prompt at its own moment.',
      [customMessage]: 'Interval must be a number (seconds)',
    }),
  }),
  output: Type.Object({
    status: Type.Literal('success'),
    executed: Type.Optional(Type.Array(Executed)),
    message: Type.String(),
  }),
  examples: [{ title: 'Deliver what is due', input: {} }],
  async handler({ loop }, call) {
    const { prompts } = call.services
    if (loop) {
      const isNew = await prompts.startWorker()
      const message = isNew ? 'Scheduler loop started' : 'Scheduler loop is running'
      return { status: 'success' as const, message }
    }
    const { executed, isComplete } = await executeDue(call, WORK_MS)
    const more = isComplete ? '' : '; more are due, call again'
    const message = `${executed.length} prompts executed${more}`
    return { status: 'success' as const, executed, message }
  },
})
