import { type Exchange, type FakeServer, json, serve } from './serve.ts'

/** An OpenAI-compatible endpoint under /v1. */
export async function startOpenAi(token: string): Promise<FakeServer & { requests: Exchange[] }> {
  const requests: Exchange[] = []
  const server = await serve((exchange, response) => {
    requests.push(exchange)
    const { method, path, headers, body } = exchange
    if (headers.authorization !== `Bearer ${token}`) {
      return json(response, 401, {
        error: { message: 'Incorrect API key', type: 'invalid_request_error' },
      })
    }
    if (`${method} ${path}` !== 'POST /v1/chat/completions') {
      return json(response, 404, {
        error: { message: 'Unknown URL', type: 'invalid_request_error' },
      })
    }
    const { model, messages } = JSON.parse(body)
    const content = `${messages.length} messages read`
    json(response, 200, {
      id: `chatcmpl-${requests.length}`,
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    })
  })
  return { ...server, requests }
}
