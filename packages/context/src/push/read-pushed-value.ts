import { MalformedJson, parseJson, stringifyJson, ToolError } from '@quartermaster/toolkit'

/** The input `value` as a value and as the JSON text to store. Text that is JSON is parsed. */
export function readPushedValue(input: unknown): { value: unknown; text: string } {
  const value = typeof input === 'string' ? fromText(input) : input
  return { value, text: stringifyJson(value) }
}

function fromText(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error
    if (!isJson(text)) return text
    throw new ToolError('invalid_input', `Parameter 'value' cannot be stored: ${error.message}.`, {
      suggestion: 'Send a value with fewer levels, or push its parts under keys of their own.',
    })
  }
}

// `parseJson` refuses deep nesting, which JSON.parse accepts; anything else it refuses is not JSON.
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
