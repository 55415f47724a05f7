import type { Environment } from '../environment.ts'
import { measureInTurns } from '../measure.ts'
import { withKey } from '../requests.ts'
import { type SuiteResult, toRows } from '../results.ts'

const CONNECTIONS = 32

/** The request that a host makes before every conversation. */
export async function benchDescriptors({ gateway, key, plan }: Environment): Promise<SuiteResult> {
  const url = `${gateway.url}/v1/descriptors?format=openai`
  const headers = withKey(key)
  const response = await fetch(url, { headers })
  const etag = response.headers.get('etag') ?? ''
  const get = (more: Record<string, string>) => ({
    pid: gateway.pid,
    connections: CONNECTIONS,
    request: { url, method: 'GET' as const, headers: { ...headers, ...more } },
  })
  const measured = await measureInTurns(
    { 'descriptors, openai': get({}), 'descriptors, 304': get({ 'if-none-match': etag }) },
    plan,
  )
  return {
    title: 'Descriptors',
    rows: toRows(measured, CONNECTIONS),
    figures: {
      descriptors: measured['descriptors, openai'].perSecond,
      descriptors304: measured['descriptors, 304'].perSecond,
    },
  }
}
