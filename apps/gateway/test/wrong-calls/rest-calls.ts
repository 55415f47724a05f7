import { post, request, type WrongCall, wrong } from './wrong-call.ts'

/** Wrong calls of REST routes. */
export const restCalls: WrongCall[] = [
  wrong('an agent without a name', post('/v1/agents', {})),
  wrong('agent_name in place of name', post('/v1/agents', { agent_name: 'Nova' })),
  wrong('an agent that exists', post('/v1/agents', { name: 'Sales' })),
  wrong('tools as a text', post('/v1/agents', { name: 'Nova', allowed_tools: 'get_context' })),
  wrong(
    'a misspelt tool in the allow-list',
    post('/v1/agents', { name: 'Nova', allowed_tools: ['get_contxt'] }),
    { mayBeAccepted: true },
  ),
  wrong(
    'tools in place of allowed_tools',
    post('/v1/agents', { name: 'Nova', tools: ['get_context'] }),
  ),
  wrong(
    'a target that does not exist',
    post('/v1/agents', { name: 'Nova', deliver_to: { kind: 'email', to: 'a@b.c' } }),
  ),
  wrong(
    'a webhook without an address',
    post('/v1/agents', { name: 'Nova', deliver_to: { kind: 'webhook' } }),
  ),
  wrong(
    'a target as a text',
    post('/v1/agents', { name: 'Nova', deliver_to: 'https://example.com/hook' }),
  ),
  wrong(
    'type in place of kind',
    post('/v1/agents', {
      name: 'Nova',
      deliver_to: { type: 'webhook', url: 'https://example.com/hook' },
    }),
  ),
  wrong('a key for a misspelt agent', post('/v1/agents/Saless/keys', {})),
  wrong('an expiry in words', post('/v1/agents/Sales/keys', { expires_in: '1h' })),
  wrong(
    'a change of an unknown setting',
    request('PATCH', '/v1/agents/Sales', { permissions: ['get_context'] }),
  ),
  wrong('a document without a name', post('/v1/documents', {})),
  wrong('name in place of filename', post('/v1/documents', { name: 'a.pdf' })),
  wrong('content in place of text', post('/v1/documents', { filename: 'a.txt', content: 'hello' })),
  wrong('a stack without a name', post('/v1/stacks', {})),
  wrong('title in place of name', post('/v1/stacks', { title: 'S' })),
  wrong(
    'documents in place of document_ids',
    post('/v1/stacks/{stack}/documents', { documents: ['{d9}'] }),
  ),
  wrong(
    'one document in place of a list',
    post('/v1/stacks/{stack}/documents', { document_ids: '{d9}' }),
  ),
  wrong(
    'a document that does not exist',
    post('/v1/stacks/{stack}/documents', { document_ids: ['nope.pdf'] }),
  ),
  wrong('a table without a mode', post('/v1/stacks/{stack}/tables', { name: 'T' }), {
    mayBeAccepted: true,
  }),
  wrong(
    'a mode that does not exist',
    post('/v1/stacks/{stack}/tables', { name: 'T', mode: 'manual' }),
  ),
  wrong(
    'mode custom without columns',
    post('/v1/stacks/{stack}/tables', { name: 'T', mode: 'custom' }),
  ),
  wrong(
    'columns in place of custom_columns',
    post('/v1/stacks/{stack}/tables', { name: 'T', mode: 'custom', columns: ['vendor'] }),
  ),
  wrong(
    'a stack that does not exist',
    post('/v1/stacks/6e8bc430-9c3a-11d9-9669-0800200c9a66/tables', { name: 'T', mode: 'auto' }),
  ),
  wrong('a format that does not exist', request('GET', '/v1/tables/{table}/export?format=xlsx')),
  wrong('a vendor that does not exist', request('GET', '/v1/descriptors?format=claude')),
  wrong('a misspelt tool among descriptors', request('GET', '/v1/descriptors?tools=get_contxt')),
  wrong('an unknown query parameter', request('GET', '/v1/descriptors?vendor=anthropic')),
  wrong('a limit that is too large', request('GET', '/v1/agents?limit=100000')),
  wrong('a schedule by its name', request('GET', '/v1/schedules/daily')),
  wrong('a schedule that does not exist', request('GET', '/v1/schedules/999999')),
  wrong(
    'an unknown change of a schedule',
    request('PATCH', '/v1/schedules/{schedule}', { interval: '5m' }),
  ),
  wrong(
    'two times for a schedule',
    request('PATCH', '/v1/schedules/{schedule}', { every: '5m', cron: '0 9 * * *' }),
  ),
  wrong('a state that does not exist', request('GET', '/v1/deliveries?state=sent')),
  wrong('a count in words', request('GET', '/v1/schedules/{schedule}/preview?count=many')),
  wrong('a workspace that exists', post('/v1/workspaces', { name: 'default' })),
  wrong('a workspace without a name', post('/v1/workspaces', {})),
  wrong('roles as a list', post('/v1/agents', { name: 'Nova', roles: ['reader'] }), {
    mayBeAccepted: true,
  }),
  wrong('a role by POST', post('/v1/roles', { name: 'reader', allowed_tools: ['get_context'] })),
  wrong('a name that is empty', post('/v1/agents', { name: '' })),
  wrong('a stack by a misspelt name', request('GET', '/v1/stacks/Q11')),
  wrong('an agent by a misspelt name', request('GET', '/v1/agents/Saless')),
  wrong(
    'a document by its file name',
    post('/v1/stacks/{stack}/documents', { document_ids: ['contract.pdf'] }),
  ),
  wrong('several agents', post('/v1/agents', { agents: [{ name: 'Nova' }, { name: 'Vega' }] })),
  wrong('a table without its stack', post('/v1/tables', { name: 'T', mode: 'auto' })),
  wrong('a page of rows', request('GET', '/v1/tables/{table}/rows?page=2')),
  wrong('the days of a key', post('/v1/agents/Sales/keys', { expires_in: '7 days' })),
  wrong('another spelling of a format', request('GET', '/v1/descriptors?format=OpenAI')),
  wrong('a key of a workspace in the singular', post('/v1/workspace', { name: 'x' })),
]
