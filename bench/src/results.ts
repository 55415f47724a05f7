import type { Measurement, Spread } from './measure.ts'
import type { TargetId } from './targets.ts'

export type Row = {
  readonly name: string
  readonly connections: number
  readonly measurement: Measurement
}

/** One part of the report: a table of rows, and the target figures it decides. */
export type SuiteResult = {
  readonly title: string
  readonly rows?: readonly Row[]
  readonly figures?: Partial<Record<TargetId, Spread>>
  /** Further tables whose columns differ from those of `rows`. */
  readonly tables?: readonly Table[]
  readonly notes?: readonly string[]
}

export type Table = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export const exactly = (value: number): Spread => ({ median: value, low: value, high: value })

export const toRows = (
  measurements: Record<string, Measurement>,
  connections: number,
): readonly Row[] =>
  Object.entries(measurements).map(([name, measurement]) => ({ name, connections, measurement }))
