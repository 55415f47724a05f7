import type { TSchema } from '@sinclair/typebox'
import { isExactNumber, isObject, MalformedJson, parseJson } from '../json/json.ts'
import type { Problem } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import type { Tool } from '../tool/tool.ts'
import { ToolError } from '../tool/tool-error.ts'
import { explainProblems } from './explain-problems.ts'

/** A call's body taken apart: the arguments, and what the host said beside them. */
export type Arguments = {
  readonly parameters: Record<string, unknown>
  readonly requestId?: string
  readonly toolCallId?: string
  readonly metadata: Record<string, unknown>
}

const ENVELOPE = ['tool_name', 'parameters', 'request_id', 'tool_call_id', 'metadata']

// Letta adds these to every call; they say nothing to a tool.
const LETTA = ['request_heartbeat', 'heartbeat', 'mcp_server_id', 'mcp_server_name']

/** The body is the arguments themselves, or an envelope around them. */
export function unwrapEnvelope(tool: Tool, body: unknown): Arguments {
  const sent = body ?? {}
  if (!isObject(sent)) {
    throw new ToolError('invalid_input', 'The body must be one JSON object with the arguments.')
  }
  if (!isEnvelope(tool, sent)) return { parameters: sent, metadata: {} }

  const { tool_name: name, metadata } = sent
  if (name !== undefined && name !== null && name !== tool.name) {
    throw new ToolError(
      'invalid_input',
      `This is the URL of '${tool.name}', but tool_name names another tool.`,
      {
        suggestion: `Send the call to the URL of the tool it names, or set tool_name to '${tool.name}'.`,
      },
    )
  }
  return {
    parameters: readParameters(sent.parameters),
    requestId: callId('request_id', sent),
    toolCallId: callId('tool_call_id', sent),
    metadata: isObject(metadata) ? metadata : {},
  }
}

function isEnvelope(tool: Tool, body: Record<string, unknown>): boolean {
  const keys = Object.keys(body)
  const { parameters } = body
  const carries = isObject(parameters) || parameters === null || typeof parameters === 'string'
  const isNamed = ['tool_name', 'request_id', 'tool_call_id'].some((key) =>
    Object.hasOwn(body, key),
  )
  if (!carries || !isNamed || !keys.every((key) => ENVELOPE.includes(key))) return false
  return !keys.every((key) => Object.hasOwn(tool.input.properties, key))
}

function readParameters(parameters: unknown): Record<string, unknown> {
  if (parameters === null || parameters === '') return {}
  if (isObject(parameters)) return parameters
  try {
    const read = parseJson(String(parameters))
    if (read === null) return {}
    if (isObject(read)) return read
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error
    throw new ToolError(
      'malformed_json',
      `The text in 'parameters' cannot be read: ${error.message}.`,
    )
  }
  throw new ToolError('invalid_input', "The text in 'parameters' must be a JSON object.")
}

/** By it the same call is known again, so that one that cannot be read must not be passed over. */
function callId(
  name: 'request_id' | 'tool_call_id',
  { [name]: value }: Record<string, unknown>,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (isExactNumber(value)) return value.rawJSON
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new ToolError('invalid_input', `'${name}' must be a text or a number.`)
}

/** The handler's input, or an error that says how to mend the call. */
export function readInput(
  tool: Tool,
  parameters: Record<string, unknown>,
): Record<string, unknown> {
  const isDeclared = (key: string) => Object.hasOwn(tool.input.properties, key)
  const isHidden = (key: string | number | undefined) => Object.hasOwn(tool.defaults, key ?? '')

  const sent = Object.entries(parameters).filter(([key]) => {
    return !isHidden(key) && (isDeclared(key) || !LETTA.includes(key))
  })
  const hidden = Object.entries(tool.defaults)
  const declared = hidden.filter(([key]) => isDeclared(key))
  // An argument that nobody declared is a mistake, unless the schema says that any will do.
  const schema = { ...tool.input, additionalProperties: tool.input.additionalProperties ?? false }
  const { value, problems } = readValue(schema, Object.fromEntries([...sent, ...declared]))
  const unfit = problems.find(({ path }) => path.length > 0 && isHidden(path[0]))
  if (unfit !== undefined) {
    // The operator's mistake: nothing that the model sends could mend it, or may show it.
    throw new Error(`The hidden default '${unfit.path[0]}' of '${tool.name}' does not fit`)
  }
  if (problems.length > 0) throw explainProblems(withoutHidden(problems, isHidden), tool.input)

  const undeclared = hidden.filter(([key]) => !isDeclared(key))
  return Object.fromEntries([...Object.entries(value as object), ...undeclared])
}

/** The model is not told the names that it must not send. */
const withoutHidden = (
  problems: readonly Problem[],
  isHidden: (key: string) => boolean,
): Problem[] =>
  problems.map((problem) =>
    problem.path.length === 1 && problem.valid !== undefined
      ? { ...problem, valid: problem.valid.filter((name) => !isHidden(name)) }
      : problem,
  )

/**
 * Arguments from a query string. Everything there is text: a list is a repeated key, and the
 * rest is turned into its type by `readInput`, like text from any other door.
 */
export function parseQueryArguments(tool: Tool, query: URLSearchParams): Record<string, unknown> {
  const properties = tool.input.properties as Record<string, TSchema>
  const values = Map.groupBy(query, ([key]) => key)
  return Object.fromEntries(
    [...values].map(([key, pairs]) => {
      const texts = pairs.map(([, text]) => text)
      const schema = Object.hasOwn(properties, key) ? properties[key] : undefined
      const isList = texts.length > 1 || (wantsList(schema) && !isListText(texts[0]))
      return [key, isList ? texts : texts[0]]
    }),
  )
}

function wantsList(schema: TSchema | undefined): boolean {
  const branches: TSchema[] = schema?.anyOf ?? schema?.oneOf ?? []
  return [schema?.type].flat().includes('array') || branches.some(wantsList)
}

/** A single `[draft]` is a word in brackets; `["draft"]` is a list. */
function isListText(text: string | undefined): boolean {
  try {
    return Array.isArray(parseJson(text ?? ''))
  } catch {
    return false
  }
}
