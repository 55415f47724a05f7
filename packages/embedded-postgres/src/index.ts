export { DataFolderInUse } from './folder-lock.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'
