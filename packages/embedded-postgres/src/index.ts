export { DataFolderInUse } from './data/folder-lock.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'
