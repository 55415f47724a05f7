import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Load, LoadRequest, LoadResult } from './request.ts'

const run = promisify(execFile)

export const hasWrk = (): Promise<boolean> =>
  run('wrk', ['--version']).then(
    () => true,
    // wrk prints its version and exits with 1.
    ({ stdout = '' }: { stdout?: string }) => stdout.includes('wrk'),
  )

/** Load by wrk, which takes a fraction of the CPU that a generator in JavaScript takes. */
export async function loadByWrk(
  request: LoadRequest,
  { connections, seconds }: Load,
): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-wrk-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, luaScript(request))
  try {
    const args = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '30s',
      '--latency',
      '-s',
      script,
    ]
    const { stdout } = await run('wrk', [...args, new URL(request.url).origin])
    return readOutput(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function luaScript({
  url,
  method = 'POST',
  headers = {},
  body = '',
  distinct = 1,
  values = [],
}: LoadRequest): string {
  const { pathname, search } = new URL(url)
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `[${lua(name)}] = fill(${lua(value)}, n)`,
  )
  return `
local values = { ${values.map(lua).join(', ')} }
local function fill(text, n)
  text = string.gsub(text, "{n}", tostring(n))
  text = string.gsub(text, "{k}", tostring(n % 1000 + 1))
  return (string.gsub(text, "{value}", values[(n - 1) % math.max(1, #values) + 1] or ""))
end
local prepared, n = {}, 0
local function build(n)
  local headers = { ${headerLines.join(', ')} }
  return wrk.format(${lua(method)}, fill(${lua(pathname + search)}, n), headers, fill(${lua(body)}, n))
end
-- Up to 20,000 requests are formatted once; beyond that each one is formatted when it is sent.
local keep = ${Math.min(distinct, 20_000)}
request = function()
  n = n % ${distinct} + 1
  if n > keep then return build(n) end
  local known = prepared[n]
  if known == nil then known = build(n); prepared[n] = known end
  return known
end
`
}

const lua = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

function readOutput(text: string): LoadResult {
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  const latency = (share: string) => {
    const [, value, unit] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(text) ?? []
    return Number(value ?? Number.NaN) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's']
  }
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(
    text,
  )
  const failures = (socketErrors?.slice(1) ?? []).reduce((sum, count) => sum + Number(count), 0)
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    calls: number(/(\d+) requests in/),
    failures: failures + number(/Non-2xx or 3xx responses: (\d+)/),
    p50Ms: latency('50'),
    p99Ms: latency('99'),
  }
}
