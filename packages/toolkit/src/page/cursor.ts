import { ToolError } from '../tool/tool-error.ts'

/** Cursors are opaque to callers; `decodeCursor` reads the parts back. */
export const encodeCursor = (parts: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/**
 * `read` checks the parts and returns the position, or `undefined` for parts that `encodeCursor` was
 * never given. It must reject all other parts, because they are used in queries.
 */
export function decodeCursor<Position>(
  cursor: string,
  read: (parts: readonly unknown[]) => Position | undefined,
  answeredAs?: string,
): Position {
  const position = read(parseParts(cursor))
  if (position !== undefined) return position
  throw unknownCursor(answeredAs)
}

/** The error for a cursor that was not issued by the list. `answeredAs` is what its answers call the cursor. */
export const unknownCursor = (answeredAs = 'next_cursor'): ToolError =>
  new ToolError('invalid_input', "Parameter 'cursor' is not a cursor of this list.", {
    suggestion: `Leave out 'cursor' to start from the beginning, or send the ${answeredAs} of the previous answer unchanged.`,
  })

function parseParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
