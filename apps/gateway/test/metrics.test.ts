import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { startGateway } from './start-gateway.ts'

const deploy = (file: string) =>
  readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

const read = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `)) ?? ''
  return Number(line.split(' ').at(-1))
}

test('calls are counted by tool and outcome, and callers cannot invent labels', async () => {
  const { request, as } = await startGateway()
  const agent = as('Ann')
  await agent.call('push_context', { key: 'a', value: '1' })
  await agent.call('push_context', { value: '1' })
  await agent.call('no_such_tool_at_all')
  // A call is counted when its connection has taken the answer.
  await vi.waitFor(async () => {
    const { text } = await request('GET', '/metrics')
    const calls = (tool: string, outcome: string) =>
      read(text, `quartermaster_tool_calls_total{tool="${tool}",outcome="${outcome}"}`)
    expect(calls('unknown tool', 'unknown_tool')).toBeGreaterThanOrEqual(1)
    expect(calls('push_context', 'ok')).toBeGreaterThanOrEqual(1)
    expect(calls('push_context', 'invalid_input')).toBeGreaterThanOrEqual(1)
    expect(text).not.toContain('no_such_tool_at_all')
    // The metrics are those of the process, in which earlier tests may have made calls with other outcomes.
    const outcomes = text.matchAll(
      /^quartermaster_tool_calls_total\{tool="push_context",.* (\d+)$/gm,
    )
    expect(read(text, 'quartermaster_tool_call_duration_seconds_count{tool="push_context"}')).toBe(
      [...outcomes].reduce((sum, [, count]) => sum + Number(count), 0),
    )
    expect(read(text, 'quartermaster_batch_size_count{tool="push_context"}')).toBeGreaterThan(0)
    expect(read(text, 'quartermaster_db_up')).toBe(1)
    expect(read(text, 'quartermaster_delivery_lag_seconds')).toBe(0)
  })
})

test('the dashboard and the alert rules use only metrics that exist', async () => {
  const { request } = await startGateway()
  const { text } = await request('GET', '/metrics')
  const existing = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))

  const { groups } = parse(await deploy('prometheus/alerts.yaml'))
  const rules = groups.flatMap((group: { rules: { expr: string }[] }) => group.rules)
  const { panels } = JSON.parse(await deploy('grafana/quartermaster.json'))
  const targets = panels.flatMap((panel: { targets: { expr: string }[] }) => panel.targets)
  const expressions: string[] = [...rules, ...targets].map(({ expr }) => expr)
  expect(expressions.length).toBeGreaterThan(20)

  const used = expressions.flatMap(
    (expression) => expression.match(/\b(quartermaster|nodejs|process)_\w+/g) ?? [],
  )
  const isThere = (name: string) =>
    existing.has(name) || existing.has(name.replace(/_(bucket|sum|count)$/, ''))
  expect(used.filter((name) => !isThere(name))).toEqual([])
})
