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

/** `{k}` is a number up to this one. */
const KEYS = 1000
const MOST_KEPT = 20_000

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
    ([name, value]) => `[${lua(name)}] = fill(${lua(value)}, n, shown)`,
  )
  return `
local values = { ${values.map(lua).join(', ')} }
local function fill(text, n, shown)
  text = string.gsub(text, "{n}", shown)
  text = string.gsub(text, "{k}", tostring(n % ${KEYS} + 1))
  return (string.gsub(text, "{value}", values[(n - 1) % math.max(1, #values) + 1] or ""))
end
local function build(n, shown)
  local headers = { ${headerLines.join(', ')} }
  local path, body = fill(${lua(pathname + search)}, n, shown), fill(${lua(body)}, n, shown)
  return wrk.format(${lua(method)}, path, headers, body)
end
-- Requests are formatted once. Of more than can be kept, those with the same {k} share a format, in which numbers of
-- equal length are filled in: formatting each request would take as much time as answering it.
local shared = ${distinct > MOST_KEPT}
local prepared, n = {}, 0
local mark = "#N#N#N#N#"
local function divide(text)
  local parts, from = {}, 1
  for first, last in string.gmatch(text, "()" .. mark .. "()") do
    parts[#parts + 1] = string.sub(text, from, first - 1)
    from = last
  end
  parts[#parts + 1] = string.sub(text, from)
  return parts
end
request = function()
  n = n % ${distinct} + 1
  local at = shared and n % ${KEYS} + 1 or n
  local known = prepared[at]
  if known == nil then
    known = shared and divide(build(n, mark)) or build(n, tostring(n))
    prepared[at] = known
  end
  return shared and table.concat(known, string.format("%09d", n)) or known
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
