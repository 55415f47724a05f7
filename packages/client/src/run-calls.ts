import type { Gateway, ToolCall, ToolResult } from './gateway/connect-gateway.ts'

/**
 * Runs the calls of one turn. The results are in the order of the calls. Unless `parallel` decides,
 * adjacent calls that only read run at the same time; a call that writes runs alone, because a
 * model expects `define_columns` to be finished before the `save_table_row` that follows it.
 */
export async function runCalls(
  gateway: Gateway,
  calls: readonly ToolCall[],
  parallel: boolean | undefined,
): Promise<ToolResult[]> {
  const results: ToolResult[] = []
  for (const group of await groupCalls(gateway, calls, parallel)) {
    results.push(...(await Promise.all(group.map((call) => gateway.call(call)))))
  }
  return results
}

async function groupCalls(
  gateway: Gateway,
  calls: readonly ToolCall[],
  parallel: boolean | undefined,
): Promise<ToolCall[][]> {
  if (parallel === true) return [[...calls]]
  if (parallel === false || calls.length < 2) return calls.map((call) => [call])
  const readers = await gateway.readers()
  const groups: ToolCall[][] = []
  let isReading = false
  for (const call of calls) {
    const reads = readers.has(call.name)
    if (reads && isReading) groups.at(-1)?.push(call)
    else groups.push([call])
    isReading = reads
  }
  return groups
}
