import type { Tx } from '@quartermaster/db'
import { parseOwnJson, ToolError } from '@quartermaster/toolkit'
import { quoted } from '../list-names.ts'
import { type Current, readValueOf } from '../queries/items/delete-item.ts'

/** The error for a key that has moved on, with what is needed to merge and try again. */
export async function versionConflict(
  trx: Tx,
  key: string,
  wanted: number,
  current: Current | undefined,
): Promise<ToolError> {
  const version = current?.version ?? 0
  const found = current ? `it has version ${version}` : 'it holds no value now'
  const asked = wanted === 0 ? 'was expected not to exist' : `was expected at version ${wanted}`
  return new ToolError(
    'conflict',
    `Key ${quoted(key)} ${asked}, but ${found}. Nothing was changed.`,
    {
      suggestion: current?.isReadable
        ? `Merge your change into current_value, then call again with if_version ${version}.`
        : `Call again with if_version ${version} if your change should still be made.`,
      details: {
        key,
        current_version: version,
        ...(current?.isReadable && {
          current_value: parseOwnJson(await readValueOf(trx, current.id)),
          written_by: current.writtenBy,
        }),
      },
    },
  )
}
