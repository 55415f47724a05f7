import type { Tool } from '@quartermaster/toolkit'

/** The argument, and the key in `_meta`, that continue a truncated answer. */
const ARGUMENT = 'result_from'
const META_KEY = 'quartermaster/result_from'

/**
 * Every tool accepts `result_from` over MCP, because models can send arguments and nothing else. A
 * tool's own argument of that name takes precedence.
 */
export function readResultFrom(
  tool: Tool,
  parameters: Record<string, unknown>,
  metadata: Record<string, unknown> | undefined,
): { arguments: Record<string, unknown>; resultFrom: unknown } {
  const isOwn = Object.hasOwn(tool.input.properties, ARGUMENT)
  if (isOwn || !Object.hasOwn(parameters, ARGUMENT)) {
    return { arguments: parameters, resultFrom: metadata?.[META_KEY] }
  }
  const { [ARGUMENT]: resultFrom, ...rest } = parameters
  return { arguments: rest, resultFrom: resultFrom ?? undefined }
}

export const continueFrom = (next: number): string =>
  `Ask for less, or call the tool again with the same arguments and "${ARGUMENT}": ${next}.`
