import type { Context } from '../context.ts'
import type { Subject } from '../gateway/call-tool.ts'
import { requestJson } from '../gateway/request.ts'
import { formatTable } from '../output/format-table.ts'
import { printJson, printLine } from '../output/print.ts'

type Verdict = {
  tool: string
  vendor: string
  outcome: 'accepted' | 'changed' | 'refused'
  changes: { keyword: string; parameters: string[]; reason: string }[]
  reason?: string
  tokens: number
  is_estimate: boolean
}
type Total = Pick<Verdict, 'vendor' | 'tokens' | 'is_estimate'> & Record<string, unknown>

/** Prints what each vendor makes of the tools; the exit code is 1 if one of them is refused. */
export async function checkDescriptors(
  { connection, output }: Context,
  options: Subject & { tools?: string },
): Promise<void> {
  const query = new URLSearchParams(options)
  const answer = await requestJson(connection, `/v1/descriptors/verdicts?${query}`)
  const { verdicts, totals } = answer as { verdicts: Verdict[]; totals: Total[] }
  // Without strict mode the tool still works, so that is not a failure.
  const isRefused = verdicts.some(
    ({ vendor, outcome }) => outcome === 'refused' && vendor !== 'openai-strict',
  )
  if (isRefused) process.exitCode = 1
  if (output.json) {
    printJson(answer)
    return
  }
  const vendors = totals.map(({ vendor }) => vendor)
  const rows = [...Map.groupBy(verdicts, ({ tool }) => tool)].map(([tool, all]) => ({
    tool,
    ...Object.fromEntries(all.map((verdict) => [verdict.vendor, cellOf(verdict)])),
  }))
  const sums = Object.fromEntries(
    totals.map(({ vendor, tokens, is_estimate }) => [vendor, size(tokens, is_estimate)]),
  )
  printLine(formatTable([...rows, { tool: 'all (tokens)', ...sums }], ['tool', ...vendors]))
  printLine('\nNumbers are tokens; ~ marks an estimate.')
  for (const line of explain(verdicts)) printLine(line)
}

const size = (tokens: number, isEstimate: boolean): string => `${isEstimate ? '~' : ''}${tokens}`

const cellOf = ({ outcome, tokens, is_estimate }: Verdict): string =>
  outcome === 'refused'
    ? 'refused'
    : `${outcome === 'changed' ? 'changed' : 'ok'} ${size(tokens, is_estimate)}`

/** Each change once, with the tools that it concerns. */
function explain(verdicts: readonly Verdict[]): string[] {
  const lines = verdicts.flatMap(({ tool, vendor, reason, changes }) => [
    ...(reason === undefined ? [] : [{ tool, text: `${vendor} refuses: ${reason}` }]),
    ...changes.map(({ keyword, reason: why }) => ({ tool, text: `${vendor} ${keyword}: ${why}` })),
  ])
  return [...Map.groupBy(lines, ({ text }) => text)].map(
    ([text, all]) => `${text} (${shorten(all.map(({ tool }) => tool))})`,
  )
}

const shorten = (tools: readonly string[]): string =>
  tools.length <= 4
    ? tools.join(', ')
    : `${tools.slice(0, 3).join(', ')} and ${tools.length - 3} more`
