import { countOf, Input, parseOwnJson } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import {
  type ChangeCursor,
  changeCursor,
  checkIsComplete,
  readChangeCursor,
} from '../changes/change-cursor.ts'
import { Cursor, Limit } from '../input-schemas.ts'
import {
  type Change,
  type ChangePage,
  readChanges as readPage,
} from '../queries/changes/read-changes.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

export const readChanges = tool({
  name: 'read_changes',
  description: [
    "Follow what changes for you: each key that was set ('set', with its current value) or that you can no longer read ('gone') since the cursor, in order, each change once and none missing.",
    'Begin without a cursor to get everything you can read now, and keep the cursor of each reply for the next call. A cursor is good for 30 days.',
  ].join('\n'),
  effect: 'read',
  timeoutSeconds: 15,

  input: Input({
    cursor: Type.Optional(
      Cursor('The cursor of the previous reply; by default from the beginning.'),
    ),
    limit: Limit(500, 100, 'How many changes to return at most.'),
  }),
  output: Reply({
    changes: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The key that changed.' }),
        change: Type.Union([Type.Literal('set'), Type.Literal('gone')], {
          description: "'set': it has a new value. 'gone': you can no longer read it.",
        }),
        version: Type.Integer({ description: 'The version of the key after the change.' }),
        value: Type.Optional(Type.Unknown({ description: "The current value, for 'set'." })),
        written_by: Type.Optional(Type.String({ description: 'The agent that pushed the value.' })),
        at: Type.String({ format: 'date-time', description: 'When it changed.' }),
      }),
      { description: 'The changes since the cursor, oldest first.' },
    ),
    cursor: Type.String({ description: 'The cursor for the next call.' }),
    more: Type.Boolean({ description: 'Whether there are more changes to read now.' }),
  }),
  examples: [{ title: 'From the beginning', input: { limit: 50 } }],

  async handler({ cursor, limit }, call) {
    const from = cursor === undefined ? undefined : readChangeCursor(cursor)
    const page = await readPage(call.services.db, readerOf(call.caller), call.now, from, limit)
    if (from) checkIsComplete(from, page.feed)

    const changes = relevantChanges(page.changes)
    const more = page.stoppedAt !== undefined || from?.target != null
    const message = `${countOf(changes.length, 'change')}${more ? '; there are more: call again with the cursor' : ''}`
    return reply(call, message, {
      changes: changes.map(toReply),
      cursor: changeCursor(advance(from, page)),
      more,
    })
  },
})

/** The last change of each key, without 'gone' for keys that the reader has never seen. */
function relevantChanges(changes: readonly Change[]): Change[] {
  const last = new Map(changes.map((change) => [change.key, change]))
  return changes.filter(
    (change) => last.get(change.key) === change && (change.change === 'set' || change.wasKnown),
  )
}

const toReply = (change: Change) => ({
  key: change.key,
  change: change.change,
  version: change.version,
  ...(change.change === 'set' && {
    value: parseOwnJson(change.value ?? 'null'),
    written_by: change.writtenBy,
  }),
  at: change.changedAt.toISOString(),
})

/** The pages of a long answer share the snapshot of the first one. */
function advance(from: ChangeCursor | undefined, { feed, stoppedAt }: ChangePage): ChangeCursor {
  const { cluster } = feed
  const target = from?.target ?? feed.snapshot
  return stoppedAt
    ? { cluster, seen: from?.seen ?? null, target, position: stoppedAt }
    : { cluster, seen: target, target: null, position: null }
}
