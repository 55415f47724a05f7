import { benchContext } from './context.ts'
import { benchOverhead } from './overhead.ts'
import { startSystem } from './system.ts'

const system = await startSystem()
try {
  await benchContext(system)
  await benchOverhead(system)
} finally {
  await system.stop()
}
