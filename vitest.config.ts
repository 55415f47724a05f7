import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const KILLS_PROCESSES = '**/*.process.test.ts'

export default defineConfig({
  test: {
    // Most tests wait for servers most of the time, so every core is used. The limit of 6 keeps
    // within the connections of the one PostgreSQL that they share.
    maxWorkers: Math.min(Math.max(2, availableParallelism()), 6),
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
