// `pnpm simulate-scale [--agents N] [--calls N] [--prompts N]`: what many agents would need, projected
// from the costs that `pnpm bench` measured. Not a measurement.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { project, readCosts } from './src/scale-out/project.ts'

const RESULTS = new URL('../docs/benchmarks/results.json', import.meta.url)

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '20' },
    prompts: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
})
const demand = {
  agents: Number(values.agents),
  callsPerAgentAndHour: Number(values.calls),
  promptsPerAgentAndDay: Number(values.prompts),
}
if (Object.values(demand).some((value) => !(value >= 0))) {
  console.error(
    'Usage: pnpm simulate-scale [--agents N] [--calls PER_HOUR] [--prompts PER_DAY] [--json]',
  )
  process.exit(2)
}
const projection = project(demand, readCosts(JSON.parse(await readFile(RESULTS, 'utf8'))))
if (values.json) console.log(JSON.stringify({ demand, ...projection }, null, 2))
else {
  console.log(
    `${demand.agents.toLocaleString('en')} agents, ${demand.callsPerAgentAndHour} calls an hour and ${demand.promptsPerAgentAndDay} prompts a day each:\n`,
  )
  for (const [name, value] of Object.entries(projection)) {
    console.log(`${name.padEnd(46)}${Math.ceil(value).toLocaleString('en').padStart(16)}`)
  }
  console.log(
    '\nA projection from docs/benchmarks/results.json; docs/scaling.md says what it assumes.',
  )
}
