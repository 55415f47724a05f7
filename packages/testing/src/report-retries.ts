import type { Reporter, TestModule } from 'vitest/node'

/** Prints how many tests needed a second attempt, so that `retry` cannot hide a race. */
export default class ReportRetries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .filter(({ project }) => Number(project.config.retry) > 0)
      .flatMap(({ children }) => [...children.allTests()])
    if (tests.length === 0) return
    const retried = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
    console.log(`Retried ${retried.length} of ${tests.length} tests that may be retried once`)
    for (const { module, fullName } of retried) console.log(`  ${module.moduleId}: ${fullName}`)
  }
}
