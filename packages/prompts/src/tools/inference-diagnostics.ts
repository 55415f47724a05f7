import { LettaFailure } from '@quartermaster/delivery'
import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import type { Inferred } from '../recipients/infer-agent.ts'
import { inferRecipient } from '../recipients/resolve-recipient.ts'
import { AGENT_VARIABLES } from '../settings.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

export const inferenceDiagnostics = tool({
  name: 'promptyoself_inference_diagnostics',
  description:
    'Show which agent a prompt would be scheduled for when agent_id is left out, and where that was found.',
  effect: 'read',
  timeoutSeconds: 20,
  examples: [{ title: 'Who am I to the scheduler?', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Type.Literal('ok'),
    ctx_present: Type.Boolean(),
    ctx_metadata_keys: Type.Array(Type.String()),
    env: Type.Object(Object.fromEntries(AGENT_VARIABLES.map((name) => [name, Type.Boolean()]))),
    single_agent_fallback_enabled: Type.Boolean(),
    inferred_agent_id: orNull,
    inference_debug: Type.Object({
      source: orNull,
      key: orNull,
      problem: Type.Optional(Type.String()),
    }),
  }),
  async handler(_input, call) {
    const { agentIds, singleAgentFallback } = call.services.prompts.settings
    const keys = Object.keys(call.metadata)
    const inferred = await inferRecipient(call, undefined).catch((error): Inferred => {
      if (!(error instanceof LettaFailure)) throw error
      return { source: null, key: null, agentId: null, problem: error.message }
    })
    const { source, key, agentId } = inferred
    const problem = 'problem' in inferred ? inferred.problem : undefined
    return {
      status: 'ok' as const,
      ctx_present: keys.length > 0,
      ctx_metadata_keys: keys.slice(0, 100),
      env: Object.fromEntries(AGENT_VARIABLES.map((name) => [name, agentIds[name] !== undefined])),
      single_agent_fallback_enabled: singleAgentFallback,
      inferred_agent_id: agentId,
      inference_debug: { source, key, ...(problem !== undefined && { problem }) },
    }
  },
})
