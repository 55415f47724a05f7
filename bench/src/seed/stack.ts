import type { Databases } from '../system/databases.ts'
import type { Gateway } from '../system/gateway.ts'

export type Stack = { readonly tableId: string; readonly documentIds: readonly string[] }

/** A stack of documents with a table of the columns vendor and amount, in the workspace `default`. */
export async function seedStack(
  { gateway, databases }: { gateway: Gateway; databases: Databases },
  name: string,
  documents: number,
): Promise<Stack> {
  const stack = await gateway.call('POST', '/v1/stacks', { name })
  const { rows } = await databases.run('bench_gateway', INSERT_DOCUMENTS, [
    name,
    documents,
    stack.id,
  ])
  const table = await gateway.call('POST', `/v1/stacks/${stack.id}/tables`, {
    name: `${name} table`,
    mode: 'custom',
    custom_columns: ['vendor', 'amount'],
  })
  return { tableId: String(table.id), documentIds: rows.map((row) => row.document_id) }
}

const INSERT_DOCUMENTS = `
  with created as (
    insert into documents (workspace_id, filename, created_at, updated_at)
    select w.id, $1 || ' ' || n || '.pdf', now(), now()
    from workspaces w, generate_series(1, $2::int) n where w.name = 'default'
    returning id, workspace_id
  )
  insert into stack_documents (stack_id, document_id, workspace_id, added_at)
  select $3::uuid, id, workspace_id, now() from created
  returning document_id`
