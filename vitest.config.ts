import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    // Most of a test's time is waiting for servers, so no core has to be left free; but all share
    // one PostgreSQL, whose connections are counted.
    maxWorkers: Math.min(Math.max(2, availableParallelism()), 6),
    // The machine may be busy; a test that hangs still ends.
    testTimeout: 60_000,
    // Tests that stop and kill servers meet a busy machine's pauses; one that fails twice more is broken.
    retry: 2,
    hookTimeout: 120_000,
  },
})
