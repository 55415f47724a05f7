import { inThread, inToolset, post, request, tool, type WrongCall, wrong } from './wrong-call.ts'

const product = inToolset('Multiply', 'multiply', { multiplicand: 6, multiplier: 7 })
const inT1 = inThread('t1', 'multiply', { multiplicand: 6, multiplier: 7 })

export const toolsetCalls: WrongCall[] = [
  wrong(
    'a toolset’s tool without its toolset',
    tool('multiply', { multiplicand: 6, multiplier: 7 }),
    [/\/v1\/toolsets\/Multiply\/tools\/multiply|toolset.*Multiply/],
    product,
    { only: 'http' },
  ),
  wrong(
    'a function that does not exist',
    inToolset('Multiply', 'divide', { multiplicand: 6, multiplier: 7 }),
    [/multiply/],
    product,
  ),
  wrong(
    'a toolset that does not exist',
    inToolset('Multipli', 'multiply', { multiplicand: 6, multiplier: 7 }),
    [/Multiply|\/v1\/toolsets/],
    product,
  ),
  wrong(
    'a toolset by its label',
    inToolset('Multiplication Tool', 'multiply', { multiplicand: 6, multiplier: 7 }),
    [/Multiply|\/v1\/toolsets/],
    product,
    { mayBeAccepted: true },
  ),
  wrong(
    'a missing argument',
    inToolset('Multiply', 'multiply', { multiplicand: 6 }),
    [/'multiplier'/],
    product,
  ),
  wrong(
    'other names',
    inToolset('Multiply', 'multiply', { a: 6, b: 7 }),
    [/multiplicand/, /multiplier/],
    product,
  ),
  wrong(
    'a number in words',
    inToolset('Multiply', 'multiply', { multiplicand: 'six', multiplier: 7 }),
    [/'multiplicand'/, /number/],
    product,
  ),
  wrong(
    'a list of arguments',
    inToolset('Multiply', 'multiply', { numbers: [6, 7] }),
    [/multiplicand/, /multiplier/],
    product,
  ),
  wrong(
    'from and to of a conversion',
    inToolset('DateTime', 'convert_time', {
      time: '2026-01-01T09:00',
      from: 'Europe/Berlin',
      to: 'Asia/Tokyo',
    }),
    [/from/, /to/],
    inToolset('DateTime', 'convert_time', {
      time: '2026-01-01T09:00',
      from_time_zone: 'Europe/Berlin',
      to_time_zone: 'Asia/Tokyo',
    }),
    { mayBeAccepted: true },
  ),
  wrong(
    'a private address',
    inToolset('WebPage', 'read_web_page', { url: 'http://127.0.0.1:1/' }),
    [/private|public/, /^(?!.*Correct the arguments)/s],
    product,
  ),
  wrong(
    'an address without a scheme',
    inToolset('WebPage', 'read_web_page', { url: 'example.com' }),
    [/http/],
    product,
  ),
  wrong(
    'a tool outside of the active toolset',
    inThread('t1', 'read_web_page', { url: 'https://example.com' }),
    [/multiply|toolset/],
    inT1,
  ),
  wrong(
    'a thread without a toolset',
    inThread('new', 'multiply', { multiplicand: 6, multiplier: 7 }),
    [/\/v1\/threads\/new\/agent|toolset|choose/i],
    inT1,
  ),
  wrong(
    'a misspelt active toolset',
    request('PUT', '/v1/threads/t1/agent', { name: 'Multiplier' }),
    [/Multiply/, /toolset/],
    request('PUT', '/v1/threads/t1/agent', { name: 'Multiply' }),
  ),
  wrong(
    'agent in place of name',
    request('PUT', '/v1/threads/t1/agent', { agent: 'Multiply' }),
    [/'name'/],
    request('PUT', '/v1/threads/t1/agent', { name: 'Multiply' }),
  ),
  wrong(
    'toolset in place of name',
    request('PUT', '/v1/threads/t1/agent', { toolset: 'Multiply' }),
    [/'name'/],
    request('PUT', '/v1/threads/t1/agent', { name: 'Multiply' }),
  ),
  wrong(
    'nothing chosen',
    request('PUT', '/v1/threads/t1/agent', {}),
    [/'name'/],
    request('PUT', '/v1/threads/t1/agent', { name: 'Multiply' }),
  ),
  wrong(
    'a message without a role',
    post('/v1/threads/t1/messages', { content: 'hello' }),
    [/'role'/],
    post('/v1/threads/t1/messages', { role: 'user', content: 'hello' }),
  ),
  wrong(
    'a message by another name',
    post('/v1/threads/t1/messages', { role: 'user', text: 'hello' }),
    [/'content'/],
    post('/v1/threads/t1/messages', { role: 'user', content: 'hello' }),
  ),
]
