import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { usedFolder } from '../../test/fixtures.ts'
import { readClusterFile } from '../data/cluster-file.ts'
import { freePort, launchServer } from './launch-server.ts'
import { FOR_ROOT, resolveLaunchMode } from './run-as.ts'
import { shutDown } from './shut-down.ts'

test('a port that another process takes first is not used', async () => {
  const dataDir = await usedFolder()
  const taken = await occupyPort()
  const free = await freePort()
  const candidates = [taken, free]

  const way = await resolveLaunchMode(
    dataDir,
    (await readClusterFile(dataDir))?.way ?? 'direct',
    FOR_ROOT,
  )
  const { process: server, port } = await launchServer(join(dataDir, 'data'), {
    ...way,
    settings: {},
    log: () => {},
    pickPort: async () => candidates.shift() ?? free,
  })
  onTestFinished(() => shutDown(server.pid, server.ended, way.binaries))

  expect(port).toBe(free)
})

async function occupyPort() {
  const port = await freePort()
  const stranger = createServer().listen(port, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => void stranger.close())
  return port
}
