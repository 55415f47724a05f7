import { MalformedJson, parseJson, stringifyJson, ToolError } from '@quartermaster/toolkit'

/** What was sent, as a value and as the JSON text to store: text that is JSON means that JSON. */
export function readPushed(sent: unknown): { value: unknown; text: string } {
  const value = typeof sent === 'string' ? fromText(sent) : sent
  return { value, text: stringifyJson(value) }
}

function fromText(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error
    if (!isJson(text)) return text
    throw new ToolError('invalid_input', `Parameter 'value' cannot be kept: ${error.message}.`)
  }
}

// What the careful reader refuses is too deep when the plain one takes it, and else just text.
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
