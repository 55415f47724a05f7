/** Times things side by side, in turns, so that what disturbs one disturbs the others as well. */
export async function compare<Name extends string>(
  contestants: Record<Name, (round: number) => Promise<unknown>>,
  { rounds = 200, warmUp = 20 } = {},
): Promise<Record<Name, Timing>> {
  const entries = Object.entries(contestants) as [Name, (round: number) => Promise<unknown>][]
  const times = new Map<Name, number[]>(entries.map(([name]) => [name, []]))
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const [name, run] of entries) {
      const started = performance.now()
      await run(round)
      if (round >= warmUp) times.get(name)?.push(performance.now() - started)
    }
  }
  return Object.fromEntries(
    entries.map(([name]) => [name, timing(times.get(name) ?? [])]),
  ) as Record<Name, Timing>
}

export type Timing = { readonly median: number; readonly p99: number }

function timing(times: number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}

/** Calls per second with so many at once, for so many calls. */
export async function throughput(
  call: (index: number) => Promise<unknown>,
  { calls = 4000, atOnce = 32 } = {},
): Promise<number> {
  let next = 0
  const worker = async () => {
    while (next < calls) await call(next++)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  return calls / ((performance.now() - started) / 1000)
}

export type Row = readonly (string | number)[]

export function printTable(title: string, head: Row, rows: readonly Row[]): void {
  const line = (row: Row) =>
    `| ${row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)).join(' | ')} |`
  console.log(`\n### ${title}\n`)
  console.log(line(head))
  console.log(line(head.map(() => '---')))
  for (const row of rows) console.log(line(row))
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
