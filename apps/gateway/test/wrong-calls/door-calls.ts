import { post, request, type WrongCall, wrong } from './wrong-call.ts'

const push = '/v1/tools/push_context'
const pushed = post(push, { key: 'k', value: 'v' })

/** Requests that are wrong before any tool or route reads them. */
export const doorCalls: WrongCall[] = [
  wrong(
    'JSON with single quotes',
    post(push, "{'key':'k','value':'v'}"),
    [/JSON/, /line 1|column|position/, /double quotes|quote/],
    pushed,
  ),
  wrong(
    'JSON with a trailing comma',
    post(push, '{"key":"k","value":"v",}'),
    [/JSON/, /line|column|position/, /comma/],
    pushed,
  ),
  wrong('JSON that ends too early', post(push, '{"key":"k","value":"v"'), [/JSON/, /end/], pushed),
  wrong(
    'JSON with unquoted names',
    post(push, '{key:"k",value:"v"}'),
    [/JSON/, /line|column|position/, /quote/],
    pushed,
  ),
  wrong(
    'JSON with a comment',
    post(push, '{"key":"k", // the key\n"value":"v"}'),
    [/JSON/, /line|column|position/],
    pushed,
  ),
  wrong('a form in place of JSON', post(push, 'key=k&value=v'), [/JSON/], pushed),
  wrong('a list as the body', post(push, '[{"key":"k","value":"v"}]'), [/object/], pushed),
  wrong('a text as the body', post(push, '"k"'), [/object/], pushed),
  wrong(
    'OpenAI’s function call',
    post(push, { name: 'push_context', arguments: '{"key":"k","value":"v"}' }),
    [/key/, /value/],
    pushed,
    { mayBeAccepted: true },
  ),
  wrong(
    'OpenAI’s tool call',
    post(push, {
      id: 'call_1',
      type: 'function',
      function: { name: 'push_context', arguments: '{"key":"k","value":"v"}' },
    }),
    [/key/, /value/],
    pushed,
    { mayBeAccepted: true },
  ),
  wrong(
    'Anthropic’s tool use',
    post(push, {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'push_context',
      input: { key: 'k', value: 'v' },
    }),
    [/key/, /value/],
    pushed,
    { mayBeAccepted: true },
  ),
  wrong(
    'arguments under args',
    post(push, { args: { key: 'k', value: 'v' } }),
    [/key/, /value/],
    pushed,
    { mayBeAccepted: true },
  ),
  wrong(
    'an envelope for another tool',
    post(push, { tool_name: 'get_context', parameters: {} }),
    [/push_context/, /get_context/],
    pushed,
  ),
  wrong('GET in place of POST', request('GET', push), [/POST/], pushed),
  wrong('PUT in place of POST', request('PUT', push, { key: 'k', value: 'v' }), [/POST/], pushed),
  wrong(
    'a path without the version',
    post('/tools/push_context', { key: 'k', value: 'v' }),
    [/\/v1\/tools/],
    pushed,
  ),
  wrong(
    'a path in the singular',
    post('/v1/tool/push_context', { key: 'k', value: 'v' }),
    [/\/v1\/tools/],
    pushed,
  ),
  wrong(
    'a tool at the root',
    post('/push_context', { key: 'k', value: 'v' }),
    [/\/v1\/tools/],
    pushed,
  ),
  wrong(
    'a route that does not exist',
    request('GET', '/v1/agent'),
    [/\/v1\/agents|openapi/],
    request('GET', '/v1/agents'),
  ),
  wrong(
    'no key',
    post(push, { key: 'k', value: 'v' }, { key: null }),
    [/x-api-key/, /Bearer/],
    pushed,
  ),
  wrong(
    'a key that does not exist',
    post(push, { key: 'k', value: 'v' }, { key: 'qm_abc_def' }),
    [/key/],
    pushed,
  ),
  wrong(
    'basic authentication',
    post(
      push,
      { key: 'k', value: 'v' },
      { key: null, headers: { authorization: 'Basic cm9vdDp4' } },
    ),
    [/Bearer/, /x-api-key/],
    pushed,
  ),
  wrong(
    'a key without Bearer',
    post(
      push,
      { key: 'k', value: 'v' },
      { key: null, headers: { authorization: 'the-root-key-of-the-tests' } },
    ),
    [/Bearer/],
    pushed,
    { mayBeAccepted: true },
  ),
  wrong(
    'a misspelt agent',
    post(push, { key: 'k', value: 'v' }, { headers: { 'x-agent': 'Saless' } }),
    [/Sales/],
    pushed,
    { mayBeAccepted: true },
  ),
  wrong(
    'an idempotency key that is too long',
    post(push, { key: 'k', value: 'v' }, { headers: { 'idempotency-key': 'x'.repeat(300) } }),
    [/255/],
    pushed,
  ),
  wrong(
    'a result_from in words',
    post(`${push}?result_from=next`, { key: 'k', value: 'v' }),
    [/result_from/, /whole number/],
    pushed,
  ),
]
