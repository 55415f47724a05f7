export { backup, NothingToBackUp } from './backup/backup.ts'
export { RestoreRefused, restore } from './backup/restore.ts'
export type { TableSummary } from './backup/tables.ts'
export { cancelOnAbort } from './cancel-on-abort.ts'
export type { DB } from './database.ts'
export { type DatabaseClock, openDatabaseClock } from './database-clock.ts'
export { type Listener, openListener, type Subscription } from './listener.ts'
export { migrate } from './migrate.ts'
export {
  type Database,
  type LostConnection,
  type OpenDatabase,
  openDatabase,
} from './open-database.ts'
export { isStalePlan } from './pool/prepared-names.ts'
export { containsText, type SortKey, sortedList, sortKey } from './sorted-list.ts'
export { type ArrayType, arrayLiteral, arrayParameter } from './sql/array-parameter.ts'
export { BinaryWriter } from './sql/binary-writer.ts'
export { copyRows } from './sql/copy-rows.ts'
export { type Parameters, statement } from './sql/statement.ts'
export { inTransaction, requireTx, type Tx } from './transaction.ts'
