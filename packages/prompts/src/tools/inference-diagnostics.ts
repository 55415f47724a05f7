import { LettaFailure } from '@quartermaster/delivery'
import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import type { Inferred } from '../recipients/infer-agent.ts'
import { inferRecipient } from '../recipients/resolve-recipient.ts'
import { AGENT_VARIABLES } from '../settings.ts'

const TextOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description })
const IsSet = Type.Boolean({ description: 'Whether the variable is set.' })

export const inferenceDiagnostics = tool({
  name: 'promptyoself_inference_diagnostics',
  description:
    'Show which agent a prompt is scheduled for when agent_id is omitted, and which setting says so.',
  effect: 'read',
  timeoutSeconds: 20,
  examples: [{ title: 'Show the inferred agent', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Type.Literal('ok', { description: 'The diagnosis was made.' }),
    ctx_present: Type.Boolean({ description: 'Whether the call has metadata.' }),
    ctx_metadata_keys: Type.Array(Type.String(), { description: 'The keys of the metadata.' }),
    env: Type.Object(Object.fromEntries(AGENT_VARIABLES.map((name) => [name, IsSet])), {
      description: 'Environment variables that name a default agent.',
    }),
    single_agent_fallback_enabled: Type.Boolean({
      description: 'Whether the only agent on Letta is used as a default.',
    }),
    inferred_agent_id: TextOrNull('The agent; null if none could be inferred.'),
    inference_debug: Type.Object(
      {
        source: TextOrNull('argument, metadata, caller, env or single_agent_fallback.'),
        key: TextOrNull('The metadata key or the variable.'),
        problem: Type.Optional(Type.String({ description: 'Why no agent could be inferred.' })),
      },
      { description: 'The source of the agent.' },
    ),
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
