import type { Database } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { makeTopics, type TopicName } from './topic-name.ts'

/** The channels of topics, by name. */
export type Channels = ReadonlyMap<string, number>

const ATTEMPTS = 5

/** Locks topics like `lockTopics`, and makes those that are missing. */
export async function claimTopics(
  trx: Database,
  workspaceId: string,
  names: readonly TopicName[],
  now: Date,
): Promise<Channels> {
  // One that is swept away just now can be made at the next attempt.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await makeTopics(workspaceId, names, now).execute(trx)
    const channels = await lockTopics(trx, workspaceId, names)
    if (channels.size === names.length) return channels
  }
  throw new ToolError('unavailable', 'The topics are being changed by others at this moment.')
}

/**
 * Locks topics against pushes to them, and against joining and leaving, until the transaction
 * ends. A point of the clock that is taken afterwards lies after every push to them that is done,
 * and before every one that is to come.
 */
export async function lockTopics(
  trx: Database,
  workspaceId: string,
  names: readonly TopicName[],
): Promise<Channels> {
  const { rows } = await sql<{ channel: number; name_hash: Buffer }>`
    select channel, name_hash from topics
    where workspace_id = ${workspaceId}
      and name_hash = any (${names.map(({ hash }) => hash)}::bytea[])
    order by name_hash
    for update`.execute(trx)
  const channels = new Map(
    rows.map(({ channel, name_hash }) => [name_hash.toString('hex'), channel]),
  )
  return new Map(
    names.flatMap(({ name, hash }) => {
      const channel = channels.get(hash.toString('hex'))
      return channel === undefined ? [] : [[name, channel]]
    }),
  )
}
