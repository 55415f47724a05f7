import { describe, expect, test } from 'vitest'
import type { UrlTarget } from '../manifest/manifest.ts'
import { urlRequest } from './url-request.ts'

const target = (more: Partial<UrlTarget>): UrlTarget => ({
  kind: 'url',
  url: 'https://api.example.com/v1/items',
  method: 'POST',
  headers: {},
  locations: {},
  ...more,
})

describe('the request for a URL function', () => {
  test('with POST the arguments are the body, with every digit', () => {
    const big = JSON.rawJSON('12345678901234567890')
    expect(urlRequest(target({}), { a: 'é', big })).toEqual({
      url: 'https://api.example.com/v1/items',
      headers: { 'content-type': 'application/json' },
      body: '{"a":"é","big":12345678901234567890}',
    })
  })

  test('with GET they are the query: arrays as repeated keys, objects as JSON', () => {
    const { url, body } = urlRequest(target({ method: 'GET', url: 'https://a.example/?x=1' }), {
      q: 'a b&c',
      tags: ['x', 'y'],
      where: { a: 1 },
      flag: false,
    })
    expect(url).toBe(
      'https://a.example/?x=1&q=a+b%26c&tags=x&tags=y&where=%7B%22a%22%3A1%7D&flag=false',
    )
    expect(body).toBeUndefined()
  })

  test('a placeholder takes one argument, which stays within its path segment', () => {
    const locations = { id: 'path' } as const
    const withPath = target({ method: 'GET', url: 'https://a.example/items/{id}/x', locations })
    expect(urlRequest(withPath, { id: 'a/b?c#d$&' }).url).toBe(
      'https://a.example/items/a%2Fb%3Fc%23d%24%26/x',
    )
    for (const id of ['.', '..']) {
      expect(() => urlRequest(withPath, { id })).toThrow("cannot be '.' or '..'")
    }
  })

  test('header arguments and a whole-body argument are placed as declared', () => {
    const whole = target({ locations: { list: 'body', 'X-Trace': 'header' }, wholeBody: 'list' })
    expect(urlRequest(whole, { list: [1, 2], 'X-Trace': 'abc' })).toMatchObject({
      headers: { 'x-trace': 'abc' },
      body: '[1,2]',
    })
    expect(() => urlRequest(whole, { list: [], 'X-Trace': 'a\r\nb: c' })).toThrow('X-Trace')
  })
})
