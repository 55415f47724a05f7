export { type FollowedChange, followChanges } from './changes/follow-changes.ts'
export {
  countAllItems,
  ITEM_ORDERS,
  type ItemReaders,
  type ListedItem,
  listAllItems,
  readAnyItem,
} from './queries/items/list-all-items.ts'
export { readAllVersions } from './queries/items/read-versions.ts'
export { restoreVersion } from './restore/restore-version.ts'
export { searchReadable } from './search/search-readable.ts'
export { type Swept, sweepContext } from './sweep/sweep-context.ts'
export type { ContextServices } from './tool.ts'
export { contextToolGroup } from './tool-group.ts'
