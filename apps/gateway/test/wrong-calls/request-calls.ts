import { post, request, type WrongCall, wrong } from './wrong-call.ts'

const push = '/v1/tools/push_context'

/** Requests that are wrong before any tool or route reads them. */
export const requestCalls: WrongCall[] = [
  wrong('JSON with single quotes', post(push, "{'key':'k','value':'v'}")),
  wrong('JSON with a trailing comma', post(push, '{"key":"k","value":"v",}')),
  wrong('JSON that ends too early', post(push, '{"key":"k","value":"v"')),
  wrong('JSON with unquoted names', post(push, '{key:"k",value:"v"}')),
  wrong('JSON with a comment', post(push, '{"key":"k", // the key\n"value":"v"}')),
  wrong('a form in place of JSON', post(push, 'key=k&value=v')),
  wrong('a list as the body', post(push, '[{"key":"k","value":"v"}]')),
  wrong('a text as the body', post(push, '"k"')),
  wrong(
    'OpenAI’s function call',
    post(push, { name: 'push_context', arguments: '{"key":"k","value":"v"}' }),
    { mayBeAccepted: true },
  ),
  wrong(
    'OpenAI’s tool call',
    post(push, {
      id: 'call_1',
      type: 'function',
      function: { name: 'push_context', arguments: '{"key":"k","value":"v"}' },
    }),
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
    { mayBeAccepted: true },
  ),
  wrong('arguments under args', post(push, { args: { key: 'k', value: 'v' } }), {
    mayBeAccepted: true,
  }),
  wrong('JSON in a code fence', post(push, '```json\n{"key":"k","value":"v"}\n```')),
  wrong('a literal of Python', post(push, '{"key":"k","value":None}')),
  wrong('JSON as text', post(push, JSON.stringify('{"key":"k","value":"v"}'))),
  wrong('two JSON values', post(push, '{"key":"k","value":"v"}{"key":"l","value":"w"}')),
  wrong('typographic quotes', post(push, '{“key”:“k”,“value”:“v”}')),
  wrong('no comma', post(push, '{"key":"k" "value":"v"}')),
  wrong('a backslash in a text', post(push, '{"key":"k","value":"C:\\dir"}')),
  wrong('parameters alone', post(push, { parameters: { key: 'k', value: 'v' } })),
  wrong(
    'an envelope by another name',
    post(push, { tool: 'push_context', args: { key: 'k', value: 'v' } }),
  ),
  wrong(
    'LangChain’s action',
    post(push, { action: 'push_context', action_input: { key: 'k', value: 'v' } }),
  ),
  wrong(
    'a JSON-RPC message',
    post(push, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'push_context', arguments: { key: 'k', value: 'v' } },
    }),
  ),
  wrong('arguments in the URL', post(`${push}?key=k&value=v`)),
  wrong('an envelope for another tool', post(push, { tool_name: 'get_context', parameters: {} })),
  wrong('GET in place of POST', request('GET', push)),
  wrong('PUT in place of POST', request('PUT', push, { key: 'k', value: 'v' })),
  wrong('a path without the version', post('/tools/push_context', { key: 'k', value: 'v' })),
  wrong('a path in the singular', post('/v1/tool/push_context', { key: 'k', value: 'v' })),
  wrong('a tool at the root', post('/push_context', { key: 'k', value: 'v' })),
  wrong('a route that does not exist', request('GET', '/v1/agent')),
  wrong('no key', post(push, { key: 'k', value: 'v' }, { key: null })),
  wrong('a key that does not exist', post(push, { key: 'k', value: 'v' }, { key: 'qm_abc_def' })),
  wrong(
    'basic authentication',
    post(
      push,
      { key: 'k', value: 'v' },
      { key: null, headers: { authorization: 'Basic cm9vdDp4' } },
    ),
  ),
  wrong(
    'a key without Bearer',
    post(
      push,
      { key: 'k', value: 'v' },
      { key: null, headers: { authorization: 'the-root-key-of-the-tests' } },
    ),
    { mayBeAccepted: true },
  ),
  wrong(
    'a misspelt agent',
    post(push, { key: 'k', value: 'v' }, { headers: { 'x-agent': 'Saless' } }),
    { mayBeAccepted: true },
  ),
  wrong(
    'an idempotency key that is too long',
    post(push, { key: 'k', value: 'v' }, { headers: { 'idempotency-key': 'x'.repeat(300) } }),
  ),
  wrong('a result_from in words', post(`${push}?result_from=next`, { key: 'k', value: 'v' })),
]
