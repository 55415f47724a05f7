import { FAULTS } from '../faults/faults.ts'
import { runFullDisk } from '../faults/full-disk.ts'
import { loseAnswers } from '../faults/lose-answers.ts'
import { type FaultResult, runFault } from '../faults/run-fault.ts'
import { checkConcurrency } from '../history/check-concurrency.ts'
import { checkScaleOut, RATE_LIMIT } from '../scale-out/check-scale-out.ts'
import { runSoak } from '../soak/run-soak.ts'
import { startSystem } from '../system/start-system.ts'
import { benchmarkSuite } from './benchmarks.ts'
import { conformanceSuite, fuzzSuite, tenancySuite } from './other-suites.ts'
import type { Suite } from './suite.ts'
import { upgradeSuite } from './upgrade-suite.ts'

const seconds = (value: number | undefined) =>
  value === undefined ? 'never' : `${value.toFixed(1)} s`

const faults: Suite = {
  id: 'faults',
  hasQuickRun: true,
  title: 'Faults under load',
  about:
    'Writers of all four families call a gateway without a break while PostgreSQL, Redis or a process is broken from outside. Afterwards everything acknowledged is compared with the database and with the receiver of the prompts.',
  async run({ isQuick }) {
    const results: FaultResult[] = []
    for (const fault of FAULTS) {
      console.log(`    ${fault.name}`)
      const lengths = isQuick
        ? { warmUpSeconds: 2, faultSeconds: 6 }
        : { warmUpSeconds: 4, faultSeconds: 15 }
      results.push(await runFault(fault, lengths))
    }
    return summarizeFaults(results)
  },
}

/** The figures of all faults together. */
export function summarizeFaults(results: readonly FaultResult[]) {
  const sum = (read: (result: FaultResult) => number) =>
    results.reduce((total, result) => total + read(result), 0)
  const slowest = Math.max(...results.map(({ recoverySeconds = Number.NaN }) => recoverySeconds))
  return {
    figures: {
      faults: results.length,
      'writes acknowledged': sum(({ acknowledged }) => acknowledged),
      'writes lost': sum(({ lost }) => lost),
      'writes doubled': sum(({ doubled }) => doubled),
      'prompts scheduled': sum(({ prompts }) => prompts),
      'prompts lost': sum(({ promptsLost }) => promptsLost),
      'prompts delivered under a second id': sum(({ promptsDoubled }) => promptsDoubled),
      'prompts delivered again under the same id': sum(({ promptsRepeated }) => promptsRepeated),
      'slowest recovery': seconds(slowest),
    },
    table: {
      head: ['fault', 'lasted', 'acknowledged', 'lost', 'doubled', 'normal speed after'],
      rows: results.map((result) => [
        result.name,
        seconds(result.faultSeconds),
        String(result.acknowledged),
        String(result.lost + result.promptsLost),
        String(result.doubled + result.promptsDoubled),
        seconds(result.recoverySeconds),
      ]),
    },
    broken: results.flatMap(({ name, broken }) => broken.map((text) => `${name}: ${text}`)),
  }
}

const lostAnswers: Suite = {
  id: 'lost-answers',
  hasQuickRun: true,
  title: 'Lost answers',
  about:
    'A proxy ends the connection of a caller at a random moment: after the commit and before the reply, or while the call runs. The caller repeats the call with its idempotency key.',
  async run({ isQuick, seed }) {
    await using cleanup = new AsyncDisposableStack()
    const system = cleanup.adopt(await startSystem(), (open) => open.stop())
    const { url } = system.gateway()
    const { postgres } = system
    const result = await loseAnswers({ url, postgres, seed, rounds: isQuick ? 2 : 10 })
    return {
      seed,
      figures: {
        'write tools': result.tools,
        calls: result.calls,
        'answers and connections lost': result.losses,
        'calls with more or less than one effect': result.wrongEffects,
        'repetitions with another answer': result.otherAnswers,
      },
      broken: result.problems,
    }
  },
}

const histories: Suite = {
  id: 'histories',
  hasQuickRun: true,
  title: 'One order of all calls',
  about:
    'Six agents push, push with `if_version`, delete, subscribe, read, save and update rows, and change, pause and cancel schedules, all at random and at the same time. For every key, topic, row and schedule, one order of its calls must explain every answer.',
  async run({ isQuick, seed }) {
    await using cleanup = new AsyncDisposableStack()
    const system = cleanup.adopt(await startSystem(), (open) => open.stop())
    const seeds = Array.from({ length: isQuick ? 3 : 10 }, (_, index) => seed + index * 100)
    let calls = 0
    let subjects = 0
    const broken: string[] = []
    for (const one of seeds) {
      const { url } = system.gateway()
      const result = await checkConcurrency({ url, seed: one, callsPerAgent: 120 })
      calls += result.calls
      subjects += result.subjects
      for (const { subject } of result.unexplained) broken.push(`seed ${one}: ${subject}`)
    }
    return {
      seed,
      figures: { calls, 'keys, topics, rows and schedules': subjects, unexplained: broken.length },
      broken,
    }
  },
}

const scaleOut: Suite = {
  id: 'scale-out',
  title: 'Three gateways and three workers',
  about:
    'All on one PostgreSQL and one Redis, behind one load balancer: a key is revoked, the tools of a table change, an agent reaches its limit, all gateways are restarted one after the other under load, and a worker and a gateway are killed.',
  async run() {
    const result = await checkScaleOut()
    return {
      figures: {
        'a revoked key is refused everywhere after': `${result.revokedEverywhereMs.toFixed(0)} ms`,
        'new tools are announced everywhere after': `${result.announcedEverywhereMs.toFixed(0)} ms`,
        [`calls accepted in a minute with a limit of ${RATE_LIMIT}`]: result.acceptedByAll,
        'calls during the rolling restart': result.rollingCalls,
        'of them failed': result.rollingFailures,
        'writes acknowledged during the kills': result.acknowledged,
        'lost or doubled':
          result.lost + result.doubled + result.promptsLost + result.promptsDoubled,
      },
      broken: result.broken,
    }
  },
}

const soak: Suite = {
  id: 'soak',
  hasQuickRun: true,
  title: 'Soak',
  about:
    'Mixed load with random faults. The medians of the first and the last quarter are compared; `pnpm soak --minutes N` runs it for longer.',
  async run({ isQuick, seed }) {
    const result = await runSoak({ minutes: isQuick ? 1.5 : 10, seed })
    const { first, last } = result
    const change = (before: number, after: number, unit: string) =>
      `${before.toFixed(1)} → ${after.toFixed(1)} ${unit}`.trim()
    return {
      seed,
      figures: {
        minutes: result.minutes,
        faults: result.faults.length,
        'writes acknowledged': result.acknowledged,
        'lost or doubled':
          result.lost + result.doubled + result.promptsLost + result.promptsDoubled,
        memory: change(first.memoryMb, last.memoryMb, 'MB'),
        'database connections': change(first.connections, last.connections, ''),
        'event loop lag p99': change(first.eventLoopLagMs, last.eventLoopLagMs, 'ms'),
        'p99 of writes': change(first.p99Ms, last.p99Ms, 'ms'),
      },
      broken: result.broken,
    }
  },
}

const fullDisk: Suite = {
  id: 'full-disk',
  title: 'Full disk',
  about:
    'The data folder of the embedded database is on a small file system, which fills up under load and is emptied again. Needs root on Linux.',
  async run() {
    const result = await runFullDisk()
    if (result === undefined) return undefined
    return {
      figures: {
        'writes acknowledged': result.acknowledged,
        'writes lost': result.lost,
        'refused while the disk was full': result.refused,
        'writes again after': seconds(result.recoverySeconds),
      },
      broken: result.broken,
    }
  },
}

/** All suites, in the order of the page. */
export const SUITES: readonly Suite[] = [
  faults,
  lostAnswers,
  histories,
  scaleOut,
  upgradeSuite,
  fullDisk,
  soak,
  tenancySuite,
  fuzzSuite,
  conformanceSuite,
  benchmarkSuite,
]
