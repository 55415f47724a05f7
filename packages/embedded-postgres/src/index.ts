export { DataFolderInUse } from './data/folder-lock.ts'
export { runningUrl } from './running-url.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'
