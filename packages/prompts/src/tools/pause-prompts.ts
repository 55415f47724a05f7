import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { pauseWorkspace, resumeWorkspace } from '../schedules/pause-workspace.ts'
import { Succeeded } from '../succeeded.ts'

export const pausePrompts = tool({
  name: 'pause_prompts',
  description:
    'Pause all scheduled prompts of this workspace, or resume them. Only for agents whose allowed_tools name it; they may also change the schedules of other agents.',
  effect: 'write',
  dangerous: true,
  isAct: true,
  timeoutSeconds: 20,
  input: Input({
    paused: Type.Boolean({ description: 'true pauses all prompts, false resumes them.' }),
  }),
  output: Type.Object({
    status: Succeeded,
    paused: Type.Boolean({ description: 'Whether the prompts of this workspace are paused.' }),
    changed: Type.Boolean({ description: 'Whether this call changed that.' }),
    message: Type.String({ description: 'A summary.' }),
  }),
  examples: [{ title: 'Pause all prompts', input: { paused: true } }],
  async handler({ paused }, { services, caller, now }) {
    const scope = { db: services.db, workspaceId: caller.workspaceId, now }
    const changed = paused
      ? await pauseWorkspace(scope, caller.agent)
      : await resumeWorkspace(scope)
    const state = paused ? 'paused' : 'not paused'
    const message = `The prompts of this workspace are ${changed ? 'now' : 'already'} ${state}`
    return { status: 'success' as const, paused, changed, message }
  },
})
