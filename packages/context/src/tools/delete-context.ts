import { requireTx } from '@quartermaster/db'
import { Input, quote, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { IfVersion, StoredName } from '../input-schemas.ts'
import { versionConflict } from '../push/version-conflict.ts'
import { deleteItem, findCurrent, lockItem } from '../queries/items/delete-item.ts'
import { hashOf, readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

export const deleteContext = tool({
  name: 'delete_context',
  description:
    'Delete one key for all its readers. You can delete what you pushed yourself and, if the workspace allows it, what you can read. Its earlier values stay in read_history for 30 days.',
  effect: 'destroy',
  timeoutSeconds: 15,

  input: Input({
    key: StoredName('The key to delete.', 'list_context'),
    if_version: IfVersion('Delete only if the key has this version now.'),
  }),
  output: Reply({
    key: Type.String({ description: 'The key that was deleted.' }),
    version: Type.Integer({ description: 'The version of the deletion; the next push adds one.' }),
  }),
  examples: [{ title: 'Delete a key', input: { key: 'temp_token' } }],

  async handler({ key, if_version: expected }, call) {
    const { caller, now } = call
    const trx = requireTx(call.services.db)
    const by = readerOf(caller)
    const keyHash = hashOf(key)
    // `findCurrent` is a separate statement, because it sees the last push only if it begins after the lock.
    await lockItem(trx, by.workspaceId, keyHash)
    const current = await findCurrent(trx, by, now, keyHash)
    if (current === undefined) {
      throw new ToolError('not_found', `Key ${quote(key)} does not exist`, {
        suggestion: 'Call list_context to see the keys you can read.',
      })
    }
    const { onlyWriterDeletes, writtenBy } = current
    if (onlyWriterDeletes && writtenBy !== caller.agent && !caller.isRoot) {
      throw new ToolError(
        'forbidden',
        `Key ${quote(key)} was pushed by ${quote(writtenBy)}; in this workspace only that agent can delete it.`,
        { suggestion: `Ask ${quote(writtenBy)} to delete it, or leave it until it expires.` },
      )
    }
    if (expected !== undefined && expected !== current.version) {
      throw await versionConflict(trx, key, expected, current)
    }
    const version = await deleteItem(trx, by, now, current.id)
    return reply(call, `Deleted key ${quote(key)}`, { key, version })
  },
})
