import type { Tool } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

/**
 * The arguments without those that repeat a parameter of the path: Open WebUI sends path
 * parameters in the body as well. A tool's own parameter of the same name is kept.
 */
export function withoutPathParameters(
  tool: Tool,
  parameters: Record<string, unknown>,
  params: unknown,
): Record<string, unknown> {
  const sent = params as Record<string, string>
  const repeated = Object.keys(sent).filter(
    (name) => !Object.hasOwn(tool.input.properties, name) && parameters[name] === sent[name],
  )
  if (repeated.length === 0) return parameters
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !repeated.includes(name)))
}

// GPT Actions refuse answers of 100,000 characters or more.
const GPT_LIMIT = 99_000

/** The size limit of an answer in bytes. GPT Actions send `openai-gpt-id` with every call. */
export const answerLimitFor = (
  { headers, internalCall }: FastifyRequest,
  limit: number,
): number => {
  if (internalCall !== undefined) return internalCall.answerLimit
  return headers['openai-gpt-id'] === undefined ? limit : Math.min(limit, GPT_LIMIT)
}
