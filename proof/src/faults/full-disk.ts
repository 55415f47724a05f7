import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { call } from '../load/call.ts'
import { startGateway } from '../system/gateway.ts'

export type FullDiskResult = {
  readonly acknowledged: number
  readonly lost: number
  readonly refused: number
  readonly recoverySeconds: number | undefined
  readonly broken: readonly string[]
}

const run = promisify(execFile)
const SIZE_MB = 400
const FULL_MS = 6000
const RECOVERY_MS = 30_000

/** Fills the file system of an embedded database. Undefined where none can be mounted. */
export async function runFullDisk(): Promise<FullDiskResult | undefined> {
  await using cleanup = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-disk-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder])
  } catch {
    return undefined
  }
  cleanup.defer(async () => {
    await run('umount', ['-l', folder])
  })
  const gateway = await startGateway({ QM_DATA_DIR: join(folder, 'data') })
  cleanup.defer(() => gateway.stop())
  const { url } = gateway

  const acknowledged: string[] = []
  let refused = 0
  let written = 0
  const push = async () => {
    const key = `disk ${written++}`
    const body = { key, value: 'x'.repeat(20_000), ttl: 0 }
    const answer = await call(`${url}/v1/tools/push_context`, body).catch(() => undefined)
    if (answer?.status === 200) acknowledged.push(key)
    else refused++
    return answer?.status === 200
  }
  for (let index = 0; index < 50; index++) await push()
  const ballast = join(folder, 'ballast')
  await fill(ballast)
  const fullUntil = performance.now() + FULL_MS
  while (performance.now() < fullUntil) if (!(await push())) await delay(100)
  await rm(ballast)

  const emptiedAt = performance.now()
  let recoverySeconds: number | undefined
  while (recoverySeconds === undefined && performance.now() - emptiedAt < RECOVERY_MS) {
    if (await push()) recoverySeconds = (performance.now() - emptiedAt) / 1000
    else await delay(200)
  }
  const lost = await countMissing(url, acknowledged)
  const broken: [boolean, string][] = [
    [lost > 0, `${lost} acknowledged writes are lost`],
    [refused === 0, 'no write was refused although the disk was full'],
    [recoverySeconds === undefined, 'no write succeeded within 30 s after the disk had room again'],
    [gateway.hasExitedByItself(), `the gateway exited: ${gateway.output().slice(-600)}`],
  ]
  const isBroken = broken.filter(([is]) => is).map(([, text]) => text)
  return { acknowledged: acknowledged.length, lost, refused, recoverySeconds, broken: isBroken }
}

/** Takes all the room that is left. */
async function fill(file: string): Promise<void> {
  const megabyte = Buffer.alloc(2 ** 20)
  for (const chunk of [megabyte, megabyte.subarray(0, 4096)]) {
    for (;;) {
      try {
        await writeFile(file, chunk, { flag: 'a' })
      } catch {
        break
      }
    }
  }
}

async function countMissing(url: string, keys: readonly string[]): Promise<number> {
  let missing = 0
  for (const key of keys) {
    const answer = await call(`${url}/v1/tools/get_context`, { keys: [key] }).catch(() => undefined)
    if (answer?.body.context?.[key] === undefined) missing++
  }
  return missing
}
