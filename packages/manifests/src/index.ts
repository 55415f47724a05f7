export { type FoundToolset, findToolset } from './find-toolset.ts'
export { checkFolders, type FolderCheck } from './folder/check-folders.ts'
export type { FolderLogEntry } from './folder/folder-log.ts'
export type { FolderReport, FolderStatus } from './folder/folder-report.ts'
export { newFolder } from './folder/new-folder.ts'
export { openToolsets, type Toolsets, type ToolsetsOptions } from './folder/toolsets.ts'
export { type FolderProblem, problemText } from './manifest/folder-problem.ts'
export { DISABLED, secretVariable } from './manifest/name-rules.ts'
export type { ToolsetServices } from './services.ts'
export type {
  Outbound,
  OutboundAnswer,
  OutboundRequest,
  OutboundStream,
} from './tools/outbound.ts'
export { toolsetFamily, unknownFunction } from './toolset-family.ts'
export { type VisibleToolsets, visibleToolsets } from './visible-toolsets.ts'
