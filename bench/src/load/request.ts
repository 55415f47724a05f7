/**
 * One kind of request to repeat. `{n}` in the path, the headers and the body is replaced by a counter that
 * runs from 1 to `distinct` and starts again, `{k}` by one that starts again after 1,000, `{value}` by the
 * entry of `values` at that position, and `{run}` by a text that differs between the rounds of a measurement.
 */
export type LoadRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly distinct?: number
  readonly values?: readonly string[]
}

export type Load = {
  readonly connections: number
  readonly seconds: number
}

export type LoadResult = {
  readonly perSecond: number
  readonly calls: number
  readonly failures: number
  readonly p50Ms: number
  readonly p99Ms: number
}
