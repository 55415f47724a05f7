import { quote, type Tool, ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import type { ToolScope } from './find-tool.ts'

/**
 * The arguments without those that repeat a parameter of the path: Open WebUI sends path
 * parameters in the body as well, and models add `table_id`. A tool's own parameter of the same
 * name is kept. An argument that names another subject is refused: the call was meant for that subject.
 */
export function withoutPathParameters<Services>(
  tool: Tool,
  parameters: Record<string, unknown>,
  path: { readonly params: unknown; readonly scope: ToolScope<Services> },
): Record<string, unknown> | Promise<Record<string, unknown>> {
  const hasParameters = Object.keys(path.params ?? {}).length > 0
  return hasParameters ? dropPathParameters(tool, parameters, path) : parameters
}

async function dropPathParameters<Services>(
  tool: Tool,
  parameters: Record<string, unknown>,
  { params, scope }: { readonly params: unknown; readonly scope: ToolScope<Services> },
): Promise<Record<string, unknown>> {
  const { subject } = scope
  const inPath: Record<string, string> = {
    ...(params as Record<string, string>),
    ...(subject && { [`${subject.kind}_id`]: subject.id }),
  }
  const isUnknown = (name: string) =>
    !Object.hasOwn(tool.input.properties, name) && Object.hasOwn(parameters, name)
  const dropped = new Set(
    Object.keys(inPath).filter((name) => isUnknown(name) && parameters[name] === inPath[name]),
  )
  const named = `${subject?.kind}_id`
  if (subject !== undefined && isUnknown(named) && !dropped.has(named)) {
    const value = parameters[named]
    const isSame = typeof value === 'string' && (await subject.isSame(value))
    if (!isSame) throw otherSubject(tool, subject, named, value)
    dropped.add(named)
  }
  if (dropped.size === 0) return parameters
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !dropped.has(name)))
}

function otherSubject(
  tool: Tool,
  { kind, id, pathOf }: NonNullable<ToolScope<unknown>['subject']>,
  name: string,
  value: unknown,
): ToolError {
  const isId = typeof value === 'string' && value !== ''
  const elsewhere = isId ? `Call POST ${pathOf(tool, value)} without ${quote(name)}, or ` : ''
  const suggestion = `${elsewhere}leave out ${quote(name)} to use the ${kind} ${quote(id)} of the URL.`
  return new ToolError(
    'invalid_input',
    `${quote(name)} is not the ${kind} of the URL, which is ${quote(id)}.`,
    { suggestion: suggestion[0]?.toUpperCase() + suggestion.slice(1) },
  )
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
