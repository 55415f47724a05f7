import { type Answer, openTestWorkspace } from '../test-workspace.ts'

/** A stack with one document, and a table without columns. */
export async function openEmptyTable() {
  const workspace = await openTestWorkspace()
  const document = await workspace.document('one.pdf')
  const stack = await workspace.stack([document])
  const table = await workspace.table(stack)
  const call = (name: string, input: object = {}) => workspace.call(table, name, input)
  const names = async () => (await workspace.toolsOf(table)).map(({ name }) => name)
  const columns = async () =>
    (
      await workspace.db
        .selectFrom('stack_tables')
        .select('columns')
        .where('id', '=', table)
        .executeTakeFirstOrThrow()
    ).columns as Answer[]
  return { ...workspace, document, stack, table, call, names, columns }
}
