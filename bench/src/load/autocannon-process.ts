// The process that autocannon.ts starts: one measurement, one line of JSON.
import autocannon from 'autocannon'
import type { RatedResult } from './autocannon.ts'
import type { Load, LoadRequest } from './request.ts'

const { request, load } = JSON.parse(process.argv[2] ?? '{}') as {
  request: LoadRequest
  load: Load & { rate?: number }
}
const { url, method = 'POST', headers = {}, body, distinct = 1, values = [] } = request
const fill = (text: string, n: number) =>
  text
    .replaceAll('{n}', String(n))
    .replaceAll('{k}', String((n % 1000) + 1))
    .replaceAll('{value}', values[(n - 1) % values.length] ?? '')
let n = 0

const times: number[] = []
const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
const running = autocannon(
  {
    url: new URL(url).origin,
    connections: load.connections,
    duration: load.seconds,
    ...(load.rate !== undefined && { overallRate: load.rate }),
    requests: [
      {
        method,
        setupRequest: (prepared) => {
          n = (n % distinct) + 1
          const { pathname, search } = new URL(url)
          return {
            ...prepared,
            path: fill(pathname + search, n),
            headers: Object.fromEntries(
              Object.entries(headers).map(([name, value]) => [name, fill(value, n)]),
            ),
            ...(body !== undefined && { body: fill(body, n) }),
          }
        },
      },
    ],
  },
  (error, result) => (error ? reject(error) : resolve(result)),
)
// autocannon's own percentiles have no p95, and are rounded to whole milliseconds.
running.on('response', (_client, _status, _bytes, responseTime) => times.push(responseTime))
const result = await promise

times.sort((a, b) => a - b)
const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0
const output: RatedResult = {
  perSecond: result.requests.average,
  calls: result.requests.total,
  failures: result.non2xx + result.errors + result.timeouts,
  p50Ms: percentile(0.5),
  p95Ms: percentile(0.95),
  p99Ms: percentile(0.99),
}
process.stdout.write(JSON.stringify(output))
