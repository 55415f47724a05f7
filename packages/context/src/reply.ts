import type { Call } from '@quartermaster/toolkit'
import { type TProperties, Type } from '@sinclair/typebox'
import type { ContextServices } from './tool.ts'

/** What every tool of this family answers with, beside its own members. */
export const Reply = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    agent_name: Type.String(),
    ...properties,
  })

export const reply = <Members extends object>(
  { caller }: Pick<Call<ContextServices>, 'caller'>,
  message: string,
  members: Members,
) => ({ success: true as const, message, agent_name: caller.agent, ...members })
