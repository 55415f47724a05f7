import type { Tx } from '@quartermaster/db'
import { parseOwnJson, quote, ToolError } from '@quartermaster/toolkit'
import { type KnownItem, readValueOf } from '../queries/items/delete-item.ts'

/**
 * The error for a key whose version is not the expected one, with the state that the caller needs to merge and
 * retry. `current` is undefined for a missing key and for one that the caller does not know of, so that both get
 * the same error.
 */
export async function versionConflict(
  trx: Tx,
  key: string,
  expected: number,
  current: KnownItem | undefined,
): Promise<ToolError> {
  const version = current?.version ?? 0
  const found = current ? `it has version ${version}` : 'it has no value now'
  const wish = expected === 0 ? 'was expected not to exist' : `was expected at version ${expected}`
  return new ToolError(
    'conflict',
    `Key ${quote(key)} ${wish}, but ${found}. Nothing was changed.`,
    {
      suggestion: suggestionFor(current),
      details: {
        key,
        current_version: version,
        ...(current && { written_by: current.writtenBy }),
        ...(current?.isReadable && {
          current_value: parseOwnJson(await readValueOf(trx, current.id)),
        }),
      },
    },
  )
}

function suggestionFor(current: KnownItem | undefined): string {
  if (current === undefined) {
    return 'Push the value under another key. Send "if_version": 0 only if no other agent uses this one: it also replaces a value that you cannot read.'
  }
  const { isReadable, version } = current
  return isReadable
    ? `Merge your change into current_value, then send "if_version": ${version}.`
    : `Send "if_version": ${version} if your change should replace the value that you pushed.`
}
