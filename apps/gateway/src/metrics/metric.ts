/** A group of time series with one name, as lines of the Prometheus text format. */
export type Metric = { readonly name: string; lines(): string[] }

type Labels = Readonly<Record<string, string>>

const header = (name: string, help: string, type: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function series(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

/** Counts events by up to two labels. Adding costs one look-up and no allocation of labels. */
export class Counter implements Metric {
  readonly name: string
  readonly #help: string
  readonly #labels: readonly string[]
  readonly #counts = new Map<string, Map<string, number>>()

  constructor(name: string, help: string, labels: readonly string[]) {
    this.name = name
    this.#help = help
    this.#labels = labels
  }

  add(first: string, second = '', count = 1): void {
    let counts = this.#counts.get(first)
    if (counts === undefined) {
      counts = new Map()
      this.#counts.set(first, counts)
    }
    counts.set(second, (counts.get(second) ?? 0) + count)
  }

  lines(): string[] {
    const [firstLabel = '', secondLabel] = this.#labels
    const rows = [...this.#counts].flatMap(([first, counts]) =>
      [...counts].map(([second, count]) => {
        const labels = { [firstLabel]: first, ...(secondLabel && { [secondLabel]: second }) }
        return series(this.name, labels, count)
      }),
    )
    return [...header(this.name, this.#help, 'counter'), ...rows]
  }
}

type Distribution = { readonly counts: Float64Array; sum: number }

/** Counts values by size, by one label. */
export class Histogram implements Metric {
  readonly name: string
  readonly #help: string
  readonly #label: string
  readonly #bounds: readonly number[]
  readonly #distributions = new Map<string, Distribution>()

  constructor(name: string, help: string, label: string, bounds: readonly number[]) {
    this.name = name
    this.#help = help
    this.#label = label
    this.#bounds = bounds
  }

  observe(label: string, value: number): void {
    let distribution = this.#distributions.get(label)
    if (distribution === undefined) {
      distribution = { counts: new Float64Array(this.#bounds.length + 1), sum: 0 }
      this.#distributions.set(label, distribution)
    }
    let bucket = 0
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] as number)) bucket++
    distribution.counts[bucket] = (distribution.counts[bucket] ?? 0) + 1
    distribution.sum += value
  }

  lines(): string[] {
    const rows = [...this.#distributions].flatMap(([value, { counts, sum }]) => {
      const labels = { [this.#label]: value }
      let total = 0
      const buckets = [...this.#bounds.map(String), '+Inf'].map((le, index) => {
        total += counts[index] ?? 0
        return series(`${this.name}_bucket`, { ...labels, le }, total)
      })
      return [
        ...buckets,
        series(`${this.name}_sum`, labels, sum),
        series(`${this.name}_count`, labels, total),
      ]
    })
    return [...header(this.name, this.#help, 'histogram'), ...rows]
  }
}

type Value = { readonly labels?: Labels; readonly value: number }

/** Lines of a value that is read when it is asked for. */
export const gaugeLines = (name: string, help: string, values: readonly Value[]): string[] => [
  ...header(name, help, 'gauge'),
  ...values.map(({ labels = {}, value }) => series(name, labels, value)),
]
