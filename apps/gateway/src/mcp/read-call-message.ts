import { isObject, readParameters, ToolError } from '@quartermaster/toolkit'

/**
 * A `tools/call` message with its arguments as an object: clients also send null, or JSON text as
 * models write it. Returns the error of a message that names no tool or has no readable arguments.
 */
export function readCallMessage(body: unknown): unknown {
  if (!isObject(body) || body.method !== 'tools/call') return body
  const { params } = body
  if (!isObject(params) || typeof params.name !== 'string') {
    return new ToolError('invalid_input', "The 'params' of tools/call have no 'name' of a tool.", {
      suggestion: 'Send {"name":"get_context","arguments":{}}; tools/list has the names.',
    })
  }
  const { arguments: received } = params
  if (received === undefined || isObject(received)) return body
  try {
    const parsed = readParameters(received, 'arguments')
    return { ...body, params: { ...params, arguments: parsed } }
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
}
