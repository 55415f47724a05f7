export { type FollowedChange, followChanges } from './changes/follow-changes.ts'
export {
  type ItemReaders,
  type ListedItem,
  listAllItems,
  readAnyItem,
} from './queries/items/list-all-items.ts'
export { type Swept, sweepContext } from './sweep/sweep-context.ts'
export type { ContextServices } from './tool.ts'
export { contextToolGroup } from './tool-group.ts'
