export { databaseForTest, type FreshDatabase, freshDatabase } from './fresh-database.ts'
