import type { Row, SuiteResult } from '../results.ts'
import { type Bar, barChart } from './chart.ts'

/** The pictures of the report, by file name. */
export function charts(results: readonly SuiteResult[]): Record<string, string> {
  const rowsOf = (title: string) => results.find((result) => result.title === title)?.rows ?? []
  const calls = rowsOf('Calls, side by side')
  const growth = rowsOf('Growth with what is stored')
  return {
    'throughput.svg': barChart('Calls per second, 32 connections', '', calls.map(toThroughput)),
    'cpu.svg': barChart(
      'CPU milliseconds per call, server and PostgreSQL',
      ' ms',
      calls.map(toCpu),
    ),
    'latency.svg': barChart(
      'Median latency over one connection',
      ' ms',
      rowsOf('One connection and many')
        .filter(({ connections }) => connections === 1)
        .map(toLatency),
    ),
    'growth.svg': barChart('Calls per second as stored data grows', '', growth.map(toThroughput)),
  }
}

const bar = (name: string, value: number): Bar => ({
  label: name,
  value,
  isOurs: name.startsWith('Quartermaster') || name.includes('_context'),
})

const toThroughput = ({ name, measurement }: Row): Bar => bar(name, measurement.perSecond.median)
const toLatency = ({ name, measurement }: Row): Bar => bar(name, measurement.p50Ms)
const toCpu = ({ name, measurement: { serverCpuMs = 0, postgresCpuMs = 0 } }: Row): Bar =>
  bar(name, serverCpuMs + postgresCpuMs)
