import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const KILLS_PROCESSES = '**/*.process.test.ts'

/**
 * Spreads the files that mostly wait, for processes and their locks, over the others, which keep the cores busy in the
 * meantime, and leaves none for the end.
 */
class WaitsAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isWaiting = ({ project }: TestSpecification) => project.name === 'processes'
    const waiting = sorted.filter(isWaiting)
    const others = sorted.filter((file) => !isWaiting(file))
    const between = Math.floor((0.8 * others.length) / Math.max(1, waiting.length))
    return [
      ...waiting.flatMap((file, at) => [file, ...others.slice(at * between, (at + 1) * between)]),
      ...others.slice(waiting.length * between),
    ]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitsAmongOthers },
    // Tests wait for servers about a third of the time, so there is one worker more than cores. The limit of 6
    // keeps within the connections of the one PostgreSQL that they share.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    reporters: ['default', './packages/testing/src/report-retries.ts'],
    retry: 0,
    // As `eventually`: a condition that never comes true must end, and a busy machine is slow.
    expect: { poll: { timeout: 50_000, interval: 20 } },
    // Generous, for busy machines: a test that hangs must end, no test measures time with it.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{apps,packages}/*/src/**/*.test.ts',
            'proof/src/**/*.test.ts',
            'scripts/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [KILLS_PROCESSES, '**/node_modules/**'],
          // Unit tests change nothing outside of themselves, so a worker runs many files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{apps/*,packages/*,proof}/test/**/*.test.ts'],
          exclude: [KILLS_PROCESSES, '**/node_modules/**'],
          globalSetup: ['packages/testing/src/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [KILLS_PROCESSES],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testing/src/global-setup.ts'],
          // `kill -9` and SIGSTOP at random points depend on the scheduler of a busy machine.
          // `report-retries.ts` counts every second attempt.
          retry: 1,
        },
      },
    ],
  },
})
