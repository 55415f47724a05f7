import type { Tx } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { createTopics, type TopicName } from './topic-name.ts'

/** The current generation of each topic, by name. */
export type TopicGenerations = ReadonlyMap<string, number>

const ATTEMPTS = 5

/** Locks topics like `lockTopics`, and creates the missing ones. */
export async function claimTopics(
  trx: Tx,
  workspaceId: string,
  names: readonly TopicName[],
  now: Date,
): Promise<TopicGenerations> {
  // If a topic is swept concurrently, the next attempt creates it.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await createTopics(workspaceId, names, now).execute(trx)
    const generations = await lockTopics(trx, workspaceId, names)
    if (generations.size === names.length) return generations
  }
  throw new ToolError('unavailable', 'The topics are being changed by concurrent calls.')
}

/**
 * Locks topics against pushes, subscribing and unsubscribing until the transaction ends. A tick that
 * is taken afterwards is later than every previous push to the topics and earlier than the next one.
 */
export async function lockTopics(
  trx: Tx,
  workspaceId: string,
  names: readonly TopicName[],
): Promise<TopicGenerations> {
  const { rows } = await sql<{ generation: number; name_hash: Buffer }>`
    select generation, name_hash from topics
    where workspace_id = ${workspaceId}
      and name_hash = any (${names.map(({ hash }) => hash)}::bytea[])
    order by name_hash
    for update`.execute(trx)
  const generations = new Map(
    rows.map(({ generation, name_hash }) => [name_hash.toString('hex'), generation]),
  )
  return new Map(
    names.flatMap(({ name, hash }) => {
      const generation = generations.get(hash.toString('hex'))
      return generation === undefined ? [] : [[name, generation]]
    }),
  )
}
