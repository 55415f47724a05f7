import type { Tx } from '@quartermaster/db'
import { parseOwnJson, quote, ToolError } from '@quartermaster/toolkit'
import { type Current, readValueOf } from '../queries/items/delete-item.ts'

/**
 * The error for a key whose version is not the expected one, with what is needed to merge and try
 * again. About a key that the caller cannot read it says no more than that it is not available.
 */
export async function versionConflict(
  trx: Tx,
  key: string,
  expected: number,
  current: Current | undefined,
): Promise<ToolError> {
  if (current !== undefined && !current.isReadable) {
    return new ToolError('conflict', `Key ${quote(key)} is not available. Nothing was changed.`, {
      suggestion: 'Choose another key: this one has a value that you cannot read.',
      details: { key },
    })
  }
  const version = current?.version ?? 0
  const found = current ? `it has version ${version}` : 'it has no value now'
  const wish = expected === 0 ? 'was expected not to exist' : `was expected at version ${expected}`
  return new ToolError(
    'conflict',
    `Key ${quote(key)} ${wish}, but ${found}. Nothing was changed.`,
    {
      suggestion: current
        ? `Merge your change into current_value, then send "if_version": ${version}.`
        : 'Call again with if_version 0 if your change should still be made.',
      details: {
        key,
        current_version: version,
        ...(current && {
          current_value: parseOwnJson(await readValueOf(trx, current.id)),
          written_by: current.writtenBy,
        }),
      },
    },
  )
}
