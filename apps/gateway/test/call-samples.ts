import { afterAll } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { openGateway, startGateway } from './start-gateway.ts'

type Options = Parameters<typeof startGateway>[0]

/** A gateway with the sample tools, for one test. */
export async function startFresh(options: Options = {}, open = startGateway) {
  const samples = sampleTools()
  const gateway = await open({ groups: samples.groups, families: [], ...options })
  const post = (tool: string, body?: unknown, headers: Record<string, string> = {}) =>
    gateway.request('POST', `/v1/tools/${tool}`, { body, headers })
  const lastInput = () => samples.seen.at(-1)?.input
  return { ...gateway, ...samples, post, lastInput }
}

/** One gateway for all tests of a file, if none of them leaves state behind that another one sees. */
export function useGateway() {
  let shared: ReturnType<typeof startFresh> | undefined
  afterAll(async () => (await shared)?.close())
  return async () => {
    shared ??= startFresh({}, openGateway)
    const gateway = await shared
    gateway.seen.length = 0
    gateway.signals.length = 0
    return gateway
  }
}

export const envelope = (tool_name: string, parameters: unknown, more = {}) => ({
  tool_name,
  parameters,
  request_id: 'r1',
  ...more,
})
