import { startTogether } from '../upgrade/start-together.ts'
import { upgradeUnderLoad } from '../upgrade/upgrade-under-load.ts'
import type { Suite } from './suite.ts'

const PROCESSES = 20

export const upgradeSuite: Suite = {
  id: 'upgrade',
  title: 'Upgrade under load',
  about:
    'A process of a next version, which has one more migration, migrates the database under the calls of this one, while a long transaction of another program holds locks; both then work side by side, and this one ends. Afterwards 20 processes start at once on an empty database.',
  hasQuickRun: true,
  async run({ isQuick }) {
    const upgrade = await upgradeUnderLoad(isQuick ? 2 : 10)
    const together = await startTogether(PROCESSES)
    return {
      figures: {
        'writes acknowledged': upgrade.acknowledged,
        'of them failed at first': upgrade.repeated,
        'lost or doubled':
          upgrade.lost + upgrade.doubled + upgrade.promptsLost + upgrade.promptsDoubled,
        'slowest write during the migration': `${(upgrade.slowestMs / 1000).toFixed(1)} s`,
        'processes started at once': together.processes,
        'all of them take calls after': `${together.seconds.toFixed(1)} s`,
      },
      broken: [...upgrade.broken, ...together.broken],
    }
  },
}
