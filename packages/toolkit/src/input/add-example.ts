import { stringifyJson } from '../json/json.ts'
import type { Tool } from '../tool/tool.ts'
import { ToolError } from '../tool/tool-error.ts'

const MAX_LENGTH = 300

/** Adds a valid call to an `invalid_input` error that a handler threw without a suggestion. */
export function addExample(error: unknown, { examples }: Pick<Tool, 'examples'>): unknown {
  if (!(error instanceof ToolError) || error.code !== 'invalid_input') return error
  const calls = examples.map(({ input }) => stringifyJson(input))
  const call = calls.find((json) => json.length <= MAX_LENGTH)
  if (error.hasOwnSuggestion || call === undefined) return error
  const { message, details, headers, cause } = error
  const suggestion = `Example of a valid call: ${call}`
  return new ToolError('invalid_input', message, { suggestion, details, headers, cause })
}
