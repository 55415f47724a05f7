import type { Database } from '@quartermaster/db'
import { collectBatches, fulfilled, rejected } from '@quartermaster/toolkit'
import { isId, notFound } from '../../not-found.ts'
import { getTable, getTables, type StackTable } from './tables.ts'

type Request = { readonly workspaceId: string; readonly id: string }

const collectors = new WeakMap<Database, (request: Request) => Promise<StackTable>>()

/** `getTable` for tool calls: concurrent calls share one statement, which begins after all of them began. */
export function getTableShared(
  db: Database,
  workspaceId: string,
  idOrName: string,
): Promise<StackTable> {
  if (!isId(idOrName)) return getTable(db, workspaceId, idOrName)
  return collectorOf(db)({ workspaceId, id: idOrName.toLowerCase() })
}

function collectorOf(db: Database) {
  const known = collectors.get(db)
  if (known !== undefined) return known
  const collector = collectBatches<Request, StackTable>(async (requests) => {
    const tables = await getTables(db, [...new Set(requests.map(({ id }) => id))])
    return requests.map(({ workspaceId, id }) => {
      const table = tables.get(id)
      return table?.workspaceId === workspaceId ? fulfilled(table) : rejected(notFound('table'))
    })
  })
  collectors.set(db, collector)
  return collector
}
