import type { Call } from '@quartermaster/toolkit'
import { type TProperties, Type } from '@sinclair/typebox'
import type { ContextServices } from './tool.ts'

/** The reply of a context tool: the common members, and the `properties` of this tool. */
export const Reply = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({
    success: Type.Literal(true, { description: 'Errors have success: false instead.' }),
    message: Type.String({ description: 'The result in one sentence.' }),
    agent_name: Type.String({ description: 'The agent that made the call.' }),
    ...properties,
  })

export const reply = <Members extends object>(
  { caller }: Pick<Call<ContextServices>, 'caller'>,
  message: string,
  members: Members,
) => ({ success: true as const, message, agent_name: caller.agent, ...members })
