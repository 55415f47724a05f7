import { vi } from 'vitest'

/**
 * Repeats `check` until it no longer throws, and returns its result. The limit only ends a test whose
 * condition never comes true: `vi.waitFor` alone gives up after a second, which a busy machine exceeds.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 50_000, interval: 20 })
