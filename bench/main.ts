import { benchContext } from './context.ts'
import { benchOverhead } from './overhead.ts'
import { benchPrompts } from './prompts.ts'
import { benchStacks } from './stacks.ts'
import { startSystem } from './system.ts'

const system = await startSystem()
try {
  await benchContext(system)
  await benchOverhead(system)
  await benchStacks(system)
  await benchPrompts(system)
} finally {
  await system.stop()
}
