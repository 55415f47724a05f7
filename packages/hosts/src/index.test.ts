import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { findHost, HOSTS } from './index.ts'

const VALUES = { url: 'https://tools.example', key: 'qm_agent_key' }
const WITHOUT_KEY = ['claude-web', 'chatgpt']

describe.each(Object.entries(HOSTS))('%s', (name, host) => {
  const configuration = host.configuration(VALUES)

  test('has the address of the gateway and the key, if the host takes one', () => {
    expect(configuration).toContain(VALUES.url)
    expect(configuration.includes(VALUES.key)).toBe(!WITHOUT_KEY.includes(name))
  })

  test('has a configuration in the language that it claims', () => {
    if (host.language === 'json') expect(JSON.parse(configuration)).toBeTypeOf('object')
    if (host.language === 'yaml') expect(parseYaml(configuration)).toBeTypeOf('object')
    if (host.language === 'ts') expect(() => stripTypeScriptTypes(configuration)).not.toThrow()
    expect(host.where).toMatch(/:$/)
  })
})

test('names of object members are not hosts', () => {
  expect(findHost('constructor')).toBeUndefined()
  expect(findHost('vscode')?.title).toBe('Visual Studio Code')
})
