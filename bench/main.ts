import { benchContext } from './context.ts'
import { benchOverhead } from './overhead.ts'
import { benchPrompts } from './prompts.ts'
import { benchStacks } from './stacks.ts'
import { type System, startSystem } from './system.ts'

// `overhead` reads what `context` has seeded.
const BENCHES: Record<string, readonly ((system: System) => Promise<void>)[]> = {
  context: [benchContext, benchOverhead],
  stacks: [benchStacks],
  prompts: [benchPrompts],
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no bench '${unknown[0]}', only: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(1)
}

const system = await startSystem()
try {
  for (const [name, benches] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    for (const bench of benches) await bench(system)
  }
} finally {
  await system.stop()
}
