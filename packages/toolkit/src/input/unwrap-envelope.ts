import { isExactNumber, isObject, MalformedJson, parseJson, stringifyJson } from '../json/json.ts'
import { readValue } from '../schema/read-value.ts'
import { quote } from '../text/quote.ts'
import type { Tool } from '../tool/tool.ts'
import { ToolError } from '../tool/tool-error.ts'
import { exampleOf } from './example-value.ts'

/** The arguments of a call, and the ids and metadata that the host sent with them. */
export type Arguments = {
  readonly parameters: Record<string, unknown>
  readonly requestId?: string
  readonly toolCallId?: string
  readonly metadata: Record<string, unknown>
}

/** The body is either the arguments themselves or an envelope around them. */
export function unwrapEnvelope(tool: Tool, body: unknown): Arguments {
  const members = body ?? {}
  if (!isObject(members)) {
    const meant = listArgument(tool, members) ?? objectIn(members)
    const [example] = tool.examples
    throw new ToolError('invalid_input', 'The body must be one JSON object with the arguments.', {
      suggestion: meant
        ? `Send ${stringifyJson(meant)}`
        : `Send an object such as ${stringifyJson(example?.input ?? exampleOf('', tool.input) ?? {})}`,
    })
  }
  if (isOwnEnvelope(tool, members)) return unwrapOwn(tool, members)
  refuseJsonRpc(tool, members)
  const vendorCall = findVendorCall(tool, members)
  if (vendorCall === undefined) return { parameters: members, metadata: {} }
  checkName(tool, vendorCall.name, 'name')
  return { parameters: readParameters(vendorCall.input, vendorCall.member), metadata: {} }
}

/** For a list that is the only required argument: `{"topics": ["sales"]}` for `["sales"]`. */
function listArgument({ input }: Tool, body: unknown): Record<string, unknown> | undefined {
  const [name, ...others] = input.required ?? []
  if (!Array.isArray(body) || name === undefined || others.length > 0) return undefined
  const arguments_ = { [name]: body }
  return readValue(input, arguments_).problems.length === 0 ? arguments_ : undefined
}

/** The arguments in a body that is their JSON text, or a list with the arguments as its only item. */
function objectIn(body: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(body)) return body.length === 1 && isObject(body[0]) ? body[0] : undefined
  if (typeof body !== 'string') return undefined
  try {
    const parsed = parseJson(body)
    return isObject(parsed) ? parsed : undefined
  } catch (error) {
    if (error instanceof MalformedJson) return undefined
    throw error
  }
}

const OWN_MEMBERS = ['tool_name', 'parameters', 'request_id', 'tool_call_id', 'metadata']

/** `{"tool_name","parameters","request_id","tool_call_id","metadata"}` */
function isOwnEnvelope(tool: Tool, body: Record<string, unknown>): boolean {
  const keys = Object.keys(body)
  const isNamed = ['tool_name', 'request_id', 'tool_call_id'].some((key) =>
    Object.hasOwn(body, key),
  )
  if (!holdsArguments(body.parameters) || !isNamed) return false
  if (!keys.every((key) => OWN_MEMBERS.includes(key))) return false
  return !keys.every((key) => Object.hasOwn(tool.input.properties, key))
}

function unwrapOwn(tool: Tool, body: Record<string, unknown>): Arguments {
  const { tool_name: name, metadata } = body
  if (name !== undefined && name !== null) checkName(tool, name, 'tool_name')
  return {
    parameters: readParameters(body.parameters, 'parameters'),
    requestId: readCallId('request_id', body),
    toolCallId: readCallId('tool_call_id', body),
    metadata: isObject(metadata) ? metadata : {},
  }
}

/** Refuses a message for `/mcp`, because the answer would not be the JSON-RPC response that the sender expects. */
function refuseJsonRpc(tool: Tool, body: Record<string, unknown>): void {
  if (body.jsonrpc !== '2.0' || isParameter(tool, 'jsonrpc')) return
  const sent = isObject(body.params) ? body.params.arguments : undefined
  const input = isObject(sent) ? sent : (tool.examples[0]?.input ?? {})
  throw new ToolError(
    'invalid_input',
    'The body is a JSON-RPC message; this is the URL of a tool.',
    {
      suggestion: `Send the arguments alone: ${stringifyJson(input)}. JSON-RPC messages go to POST /mcp.`,
    },
  )
}

type VendorCall = { readonly name: unknown; readonly member: string; readonly input: unknown }

// The members that contain the arguments for OpenAI, Anthropic and Gemini.
const VENDOR_ARGUMENTS = ['arguments', 'input', 'args'] as const
const VENDOR_MEMBERS = ['type', 'id', 'call_id', 'index', 'status', 'caller', 'name']

/**
 * A tool call as in a model's answer: OpenAI's `{"name","arguments"}`, also inside `function`,
 * Anthropic's `{"type":"tool_use","id","name","input"}`, Gemini's `{"name","args"}`. The ids are
 * not used as idempotency keys, because some models count from 1 in every conversation.
 */
function findVendorCall(tool: Tool, body: Record<string, unknown>): VendorCall | undefined {
  const inner = body.function ?? body.functionCall
  if (isObject(inner)) {
    const isWrapper = Object.keys(body).every((key) => {
      return key === 'function' || key === 'functionCall' || VENDOR_MEMBERS.includes(key)
    })
    const hasMember = ['function', 'functionCall'].some((key) => isParameter(tool, key))
    return isWrapper && !hasMember ? findVendorCall(tool, inner) : undefined
  }
  const member = VENDOR_ARGUMENTS.find((key) => Object.hasOwn(body, key))
  if (member === undefined || typeof body.name !== 'string') return undefined
  if (isParameter(tool, member) || !holdsArguments(body[member])) return undefined
  const keys = Object.keys(body)
  if (!keys.every((key) => key === member || VENDOR_MEMBERS.includes(key))) return undefined
  return { name: body.name, member, input: body[member] }
}

const isParameter = (tool: Tool, name: string): boolean =>
  Object.hasOwn(tool.input.properties, name)

const holdsArguments = (value: unknown): boolean =>
  isObject(value) || value === null || typeof value === 'string'

function checkName(tool: Tool, name: unknown, member: string): void {
  if (name === tool.name) return
  throw new ToolError(
    'invalid_input',
    `This is the URL of '${tool.name}', but ${member} names another tool.`,
    {
      suggestion: `Send the call to the URL of ${typeof name === 'string' ? quote(name) : 'the tool it names'}, or set ${member} to '${tool.name}'.`,
    },
  )
}

/** Arguments that are an object, JSON text of one, or null for none. */
export function readParameters(parameters: unknown, member: string): Record<string, unknown> {
  if (parameters === null || parameters === '') return {}
  if (isObject(parameters)) return parameters
  try {
    const parsed = typeof parameters === 'string' ? parseJson(parameters) : undefined
    if (parsed === null) return {}
    if (isObject(parsed)) return parsed
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error
    throw new ToolError(
      'malformed_json',
      `The text in '${member}' cannot be parsed: ${error.message}.`,
    )
  }
  const subject = typeof parameters === 'string' ? `The text in '${member}'` : `'${member}'`
  throw new ToolError('invalid_input', `${subject} must be a JSON object.`, {
    suggestion: `Send the arguments in '${member}' as an object such as {"name": "value"}.`,
  })
}

/** An unusable id is an error, because repeated calls are recognised by their ids. */
function readCallId(
  name: 'request_id' | 'tool_call_id',
  { [name]: value }: Record<string, unknown>,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (isExactNumber(value)) return value.rawJSON
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new ToolError('invalid_input', `'${name}' must be a text or a number.`, {
    suggestion: `Send a unique text for each call, for example {"${name}":"call-1"}`,
  })
}
