import { requireTx } from '@quartermaster/db'
import { Input, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { IfVersion, Key } from '../input-schemas.ts'
import { quoted } from '../list-names.ts'
import { versionConflict } from '../push/version-conflict.ts'
import { deleteItem, findCurrent, lockItem } from '../queries/items/delete-item.ts'
import { hashOf, readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

export const deleteContext = tool({
  name: 'delete_context',
  description:
    'Delete one key for all its readers. You can delete what you can read and what you pushed yourself. Its earlier values stay in read_history for a while.',
  effect: 'destroy',
  timeoutSeconds: 15,

  input: Input({
    key: Key('The key to delete.'),
    if_version: IfVersion('Delete only if the key has this version now.'),
  }),
  output: Reply({ key: Type.String(), version: Type.Integer() }),
  examples: [{ title: 'Delete a key', input: { key: 'temp_token' } }],

  async handler({ key, if_version: wanted }, call) {
    const { caller, now } = call
    const trx = requireTx(call.services.db)
    const by = readerOf(caller)
    const keyHash = hashOf(key)
    // Locked first: only what begins after that sees the last push with its routing.
    await lockItem(trx, by.workspaceId, keyHash)
    const current = await findCurrent(trx, by, now, keyHash)
    if (!current || !(current.isReadable || current.writtenBy === caller.agent)) {
      throw new ToolError('not_found', `Key ${quoted(key)} does not exist`, {
        suggestion: 'Call list_context to see the keys you can read.',
      })
    }
    if (wanted !== undefined && wanted !== current.version) {
      throw await versionConflict(trx, key, wanted, current)
    }
    const version = await deleteItem(trx, by, now, current.id)
    return reply(call, `Deleted key ${quoted(key)}`, { key, version })
  },
})
