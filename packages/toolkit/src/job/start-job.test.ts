import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Job, startJob } from './start-job.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const noError = (error: unknown) => {
  throw error
}

/** A job whose runs end when the test says so. */
function controlledJob(options: { delayMs?: number } = {}) {
  const runs: { end: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = []
  const errors: unknown[] = []
  const job: Job = startJob({
    name: 'sample',
    everyMs: 1000,
    ...options,
    run: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      runs.push({ end: resolve, fail: reject, signal })
      return promise
    },
    onError: (error, name) => errors.push([name, error]),
  })
  return { job, runs, errors }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('a job runs at the start, and again everyMs after each run has ended', async () => {
  const { runs } = controlledJob()
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
})

test('the first run can wait', async () => {
  const { runs } = controlledJob({ delayMs: 300 })
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(300)
  expect(runs).toHaveLength(1)
})

test('a failed run is reported with the name of the job, and the next one follows', async () => {
  const { runs, errors } = controlledJob()
  const error = new Error('no connection')
  runs[0]?.fail(error)
  await vi.advanceTimersByTimeAsync(1000)
  expect(errors).toEqual([['sample', error]])
  expect(runs).toHaveLength(2)
})

test('a run that throws before its first await is reported as well', async () => {
  const errors: unknown[] = []
  const run = () => {
    throw new Error('immediately')
  }
  const job = startJob({ name: 'sample', everyMs: 1000, run, onError: (e) => errors.push(e) })
  await job.stop()
  expect(errors).toHaveLength(1)
})

test('runNow runs an idle job immediately, in place of the next timer', async () => {
  const { job, runs } = controlledJob()
  runs[0]?.end()
  await settle()
  let isDone = false
  void job.runNow().then(() => {
    isDone = true
  })
  expect(runs).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(2)
  expect(isDone).toBe(false)
  runs[1]?.end()
  await settle()
  expect(isDone).toBe(true)
})

test('runNow during a run leads to exactly one more run, however often it is called', async () => {
  const { job, runs } = controlledJob()
  const asked = [job.runNow(), job.runNow(), job.runNow()]
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await settle()
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  await Promise.all(asked)
  expect(runs).toHaveLength(2)
})

test('stop aborts the signal, waits for the current run and starts no other', async () => {
  const { job, runs } = controlledJob()
  void job.runNow()
  let isStopped = false
  const stopping = job.stop().then(() => {
    isStopped = true
  })
  await settle()
  expect(runs[0]?.signal.aborted).toBe(true)
  expect(isStopped).toBe(false)
  runs[0]?.end()
  await stopping
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(1)
  await job.runNow()
  expect(runs).toHaveLength(1)
})

test('a stopped job that has not run yet never runs', async () => {
  const { job, runs } = controlledJob({ delayMs: 10 })
  await job.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(0)
})

test('a job stays alive over many runs', async () => {
  let count = 0
  const job = startJob({ name: 'n', everyMs: 10, run: async () => void count++, onError: noError })
  await vi.advanceTimersByTimeAsync(1000)
  await job.stop()
  expect(count).toBeGreaterThan(90)
})
