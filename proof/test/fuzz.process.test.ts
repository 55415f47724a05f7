import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseForTest, seededRandom } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { FUZZED_GATEWAY, runFuzz } from '../src/fuzz/run-fuzz.ts'
import { ROOT_KEY, startGateway } from '../src/system/gateway.ts'

// Generous, for busy machines.
const TIMEOUT_MS = 300_000

test(
  'generated requests to every operation cause no 500, no broken connection and no crash',
  async () => {
    const { seed } = seededRandom()
    const { url: DATABASE_URL } = await databaseForTest()
    const dataDir = await mkdtemp(join(tmpdir(), 'quartermaster-fuzz-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const gateway = await startGateway({ ...FUZZED_GATEWAY, DATABASE_URL, QM_DATA_DIR: dataDir })
    onTestFinished(() => gateway.stop())
    const summary = await runFuzz({
      url: gateway.url,
      pid: gateway.pid,
      rootKey: ROOT_KEY,
      seed,
      requests: 300,
      connections: 8,
      hasExited: gateway.hasExitedByItself,
    })
    expect(summary.failures).toEqual([])
    expect(summary.requests).toBeGreaterThan(250)
    // Most requests reach the operation: neither the key nor the path is all that is tested.
    expect(summary.statuses[200]).toBeGreaterThan(20)
    expect(summary.statuses).not.toHaveProperty('429')
  },
  TIMEOUT_MS,
)
