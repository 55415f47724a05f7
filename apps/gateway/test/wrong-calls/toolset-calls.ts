import { inThread, inToolset, post, request, tool, type WrongCall, wrong } from './wrong-call.ts'

export const toolsetCalls: WrongCall[] = [
  wrong(
    'a toolset’s tool without its toolset',
    tool('multiply', { multiplicand: 6, multiplier: 7 }),
    { only: 'http' },
  ),
  wrong(
    'a function that does not exist',
    inToolset('Multiply', 'divide', { multiplicand: 6, multiplier: 7 }),
  ),
  wrong(
    'a toolset that does not exist',
    inToolset('Multipli', 'multiply', { multiplicand: 6, multiplier: 7 }),
  ),
  wrong(
    'a toolset by its label',
    inToolset('Multiplication Tool', 'multiply', { multiplicand: 6, multiplier: 7 }),
    { mayBeAccepted: true },
  ),
  wrong('a missing argument', inToolset('Multiply', 'multiply', { multiplicand: 6 })),
  wrong('other names', inToolset('Multiply', 'multiply', { a: 6, b: 7 })),
  wrong(
    'a number in words',
    inToolset('Multiply', 'multiply', { multiplicand: 'six', multiplier: 7 }),
  ),
  wrong('a list of arguments', inToolset('Multiply', 'multiply', { numbers: [6, 7] })),
  wrong(
    'from and to of a conversion',
    inToolset('DateTime', 'convert_time', {
      time: '2026-01-01T09:00',
      from: 'Europe/Berlin',
      to: 'Asia/Tokyo',
    }),
    { mayBeAccepted: true },
  ),
  wrong('a private address', inToolset('WebPage', 'read_web_page', { url: 'http://127.0.0.1:1/' })),
  wrong(
    'an address without a scheme',
    inToolset('WebPage', 'read_web_page', { url: 'example.com' }),
  ),
  wrong(
    'a tool outside of the active toolset',
    inThread('t1', 'read_web_page', { url: 'https://example.com' }),
  ),
  wrong(
    'a thread without a toolset',
    inThread('new', 'multiply', { multiplicand: 6, multiplier: 7 }),
  ),
  wrong(
    'a misspelt active toolset',
    request('PUT', '/v1/threads/t1/agent', { name: 'Multiplier' }),
  ),
  wrong('agent in place of name', request('PUT', '/v1/threads/t1/agent', { agent: 'Multiply' })),
  wrong(
    'toolset in place of name',
    request('PUT', '/v1/threads/t1/agent', { toolset: 'Multiply' }),
  ),
  wrong('nothing chosen', request('PUT', '/v1/threads/t1/agent', {})),
  wrong('a message without a role', post('/v1/threads/t1/messages', { content: 'hello' })),
  wrong(
    'a message by another name',
    post('/v1/threads/t1/messages', { role: 'user', text: 'hello' }),
  ),
  wrong(
    'from and to of a duration',
    inToolset('DateTime', 'time_between', { from: '2026-01-01', to: '2026-02-01' }),
  ),
  wrong(
    'a city in place of a zone',
    inToolset('DateTime', 'convert_time', { time: '2026-01-01T09:00', to_time_zone: 'Tokyo' }),
  ),
  wrong(
    'tz in place of time_zone',
    inToolset('DateTime', 'current_date_time', { tz: 'Asia/Tokyo' }),
  ),
  wrong('a list of addresses', inToolset('WebPage', 'read_web_page', { urls: ['not an address'] })),
  wrong(
    'a function in another case',
    inToolset('Multiply', 'Multiply', { multiplicand: 6, multiplier: 7 }),
  ),
  wrong(
    'text with a unit',
    inToolset('Multiply', 'multiply', { multiplicand: '6 apples', multiplier: 7 }),
  ),
]
