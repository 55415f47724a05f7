import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@quartermaster/db'
import { ping } from '../queries/ping.ts'

/**
 * Touches `QM_DATA_DIR/worker-heartbeat` while the database answers. Without `QM_WORKER_PORT` a worker has no
 * port, so the container's health check looks at the age of this file.
 */
export async function writeHeartbeat(db: Database, dataDir: string): Promise<void> {
  await ping(db)
  await writeFile(join(dataDir, 'worker-heartbeat'), `${new Date().toISOString()}\n`)
}
