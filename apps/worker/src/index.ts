export { type Config, readConfig } from './config.ts'
export { startWorker } from './worker.ts'
