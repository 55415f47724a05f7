import { type Exchange, type FakeServer, json, serve } from './serve.ts'

/** The one route of the Subconscious API that we use: `POST /v1/runs`. */
export async function startSubconscious(
  token: string,
): Promise<FakeServer & { requests: Exchange[] }> {
  const requests: Exchange[] = []
  const server = await serve((exchange, response) => {
    requests.push(exchange)
    const { method, path, headers } = exchange
    if (headers.authorization !== `Bearer ${token}`)
      return json(response, 401, { error: 'Unauthorized' })
    if (`${method} ${path}` !== 'POST /v1/runs') return json(response, 404, { error: 'Not found' })
    json(response, 202, { runId: `run-${requests.length}`, status: 'queued' })
  })
  return { ...server, requests }
}
