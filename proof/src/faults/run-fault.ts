import { setTimeout as delay } from 'node:timers/promises'
import { type Load, startLoad } from '../load/run-load.ts'
import { type Verdict, verify } from '../load/verify.ts'
import { type Readiness, watchReadiness } from '../load/watch-readiness.ts'
import { prepareWorkload } from '../load/workload.ts'
import { startSystem } from '../system/start-system.ts'
import type { Fault } from './fault.ts'

export type FaultResult = Verdict & {
  readonly name: string
  readonly faultSeconds: number
  /** From the end of the fault until writes are as fast as before; undefined if not in time. */
  readonly recoverySeconds: number | undefined
  readonly readiness: Readiness
  /** Everything that breaks a promise; empty if the system held. */
  readonly broken: readonly string[]
}

type Options = {
  /** How long the load runs before the fault, to know the normal speed. */
  readonly warmUpSeconds: number
  readonly faultSeconds: number
}

const RECOVERY_LIMIT_SECONDS = 30
/** The part of the normal rate that counts as normal speed: other programs share the machine. */
const NORMAL = 0.7
/** How long `/readyz` may need to notice a change. */
const READINESS_LIMIT_SECONDS = 5

/** Breaks a system of its own under load, and says whether it kept its promises. */
export async function runFault(
  fault: Fault,
  { warmUpSeconds, faultSeconds }: Options,
): Promise<FaultResult> {
  await using cleanup = new AsyncDisposableStack()
  const system = cleanup.adopt(await startSystem(fault.variables), (open) => open.stop())
  const { url } = system.gateway()
  const workload = cleanup.adopt(await prepareWorkload(url), (open) => open.stop())
  const load = startLoad({ workload, urlOf: () => url })
  const readiness = watchReadiness(url)
  await delay(2000)
  const from = performance.now()
  await delay(warmUpSeconds * 1000)
  const normalRate = load.rate(from, performance.now())

  const brokenAt = performance.now()
  await fault.run(system, faultSeconds)
  const wholeAt = performance.now()
  const recoverySeconds = await untilNormal(load, normalRate, wholeAt)
  await delay(1000)
  await load.stop()
  const seen = await readiness.stop()
  const verdict = await verify(system.postgres, workload, load.acknowledged)
  const result = {
    ...verdict,
    name: fault.name,
    faultSeconds: (wholeAt - brokenAt) / 1000,
    recoverySeconds,
    readiness: seen,
  }
  const problems = load.problems.filter((text) => !text.includes(`"code":"${fault.explains}"`))
  return { ...result, broken: findBroken(fault, result, problems, system.exits()) }
}

/** Seconds until the writes of the last second were as many as normally in one second. */
async function untilNormal(
  load: Load,
  normalRate: number,
  wholeAt: number,
): Promise<number | undefined> {
  for (;;) {
    const now = performance.now()
    const seconds = (now - wholeAt) / 1000
    if (seconds > RECOVERY_LIMIT_SECONDS) return undefined
    if (load.rate(now - 1000, now) >= normalRate * NORMAL) return Math.max(0, seconds)
    await delay(100)
  }
}

function findBroken(
  { stopsCalls }: Fault,
  result: Omit<FaultResult, 'broken'>,
  problems: readonly string[],
  exits: readonly string[],
): string[] {
  const { readiness } = result
  const broken: [boolean, string][] = [
    [result.lost > 0, `${result.lost} acknowledged writes are lost`],
    [result.doubled > 0, `${result.doubled} writes took effect more than once`],
    [result.promptsLost > 0, `${result.promptsLost} prompts were not delivered`],
    [result.promptsDoubled > 0, `${result.promptsDoubled} prompts arrived under a second id`],
    [
      result.recoverySeconds === undefined,
      `the normal speed was not back after ${RECOVERY_LIMIT_SECONDS} s`,
    ],
    [problems.length > 0, `unexpected answers: ${problems.slice(0, 3).join('; ')}`],
    [exits.length > 0, `a process exited by itself: ${exits[0]?.slice(-500)}`],
    [
      readiness.wronglyReady > READINESS_LIMIT_SECONDS,
      `/readyz said ready for ${readiness.wronglyReady.toFixed(1)} s while calls failed`,
    ],
    [
      readiness.wronglyUnready > READINESS_LIMIT_SECONDS,
      `/readyz said not ready for ${readiness.wronglyUnready.toFixed(1)} s while calls succeeded`,
    ],
    [stopsCalls === true && !readiness.wasUnready, '/readyz never said that calls cannot succeed'],
  ]
  return broken.filter(([isBroken]) => isBroken).map(([, text]) => text)
}
