import type { Database } from '@quartermaster/db'
import { closestName } from '@quartermaster/toolkit'
import { listKnownAgents, listKnownTopics } from '../queries/agents/list-known-names.ts'

type Doubtful = {
  readonly unknownAgents: readonly string[]
  readonly emptyTopics: readonly string[]
}

/** The likely intended name for each unknown agent and for each topic without subscribers. */
export async function suggestNames(
  db: Database,
  workspaceId: string,
  { unknownAgents, emptyTopics }: Doubtful,
): Promise<ReadonlyMap<string, string>> {
  const agents = unknownAgents.length > 0 ? await listKnownAgents(db, workspaceId) : []
  const topics = emptyTopics.length > 0 ? await listKnownTopics(db, workspaceId) : []
  const near = (names: readonly string[], known: readonly string[]) =>
    names.flatMap((name): [string, string][] => {
      const closest = closestName(name, known)
      return closest === undefined ? [] : [[name, closest]]
    })
  return new Map([...near(unknownAgents, agents), ...near(emptyTopics, topics)])
}
