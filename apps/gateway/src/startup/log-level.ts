import cluster from 'node:cluster'
import type { Logger } from 'pino'

/**
 * SIGUSR2 switches the log between `debug` and the level of `LOG_LEVEL`, without a restart, in this process
 * and in those that it started for `QM_PROCESSES`.
 * Windows has no such signal.
 */
export function switchLogLevelOnSignal(log: Logger): void {
  if (process.platform === 'win32') return
  const { level } = log
  process.on('SIGUSR2', () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGUSR2')
    log.level = log.level === 'debug' ? level : 'debug'
    log[log.isLevelEnabled('info') ? 'info' : 'warn'](
      { level: log.level },
      'the log level was changed',
    )
  })
}
