import { describe, expect, test } from 'vitest'
import { type BrokenFolder, problemText } from './folder-problem.ts'
import { readManifest } from './read-manifest.ts'

const read = (text: string, more: Record<string, string> = {}) => {
  const files: Record<string, string> = { 'manifest.yaml': text, ...more }
  return readManifest({ name: 'Folder', read: (file) => files[file] })
}
const problems = (text: string, more = {}) => {
  try {
    read(text, more)
  } catch (error) {
    return (error as BrokenFolder).problems.map(problemText)
  }
  return []
}
/** A manifest with one function that has these parameters. */
const withParameters = (parameters: string) =>
  `tool_name: X\ntool_list:\n  - name: f\n    description: F.\n    parameters: ${parameters}\n`
const withProperty = (property: string) =>
  withParameters(`{type: object, properties: {x: ${property}}}`)

const SEED = `
tool_human_name: Multiplication Tool # This will be displayed as user option
tool_list: # Mapping of the basic OpenAPI schema
  - name: multiply # The actual function name that will be called
    description: Ensure the description is well-written
    parameters: # Mapping of tool parameters
      type: object
      properties: # Parameters of the function, needed.
        multiplicand: # Parameter name
          type: number
          description: The multiplicand
        multiplier:
          type: number
      required:
        - multiplicand
        - multiplier
`

describe('a manifest', () => {
  test('the example of the seed document is valid', () => {
    const { label, functions, warnings } = read(SEED)
    expect(label).toBe('Multiplication Tool')
    expect(warnings).toEqual([])
    expect(functions).toEqual([
      {
        name: 'multiply',
        description: 'Ensure the description is well-written',
        input: {
          type: 'object',
          properties: {
            multiplicand: { type: 'number', description: 'The multiplicand' },
            multiplier: { type: 'number' },
          },
          required: ['multiplicand', 'multiplier'],
          additionalProperties: false,
        },
        timeoutSeconds: 30,
        methods: ['POST'],
        effect: 'write',
        dangerous: false,
        defaults: {},
        target: { kind: 'module' },
      },
    ])
  })

  test('J-04 J-05 J-06 the label is tool_human_name, else tool_name; one of them is required', () => {
    const list = 'tool_list: [{name: f, description: F.}]'
    expect(read(`tool_human_name: Human\n${list}`).label).toBe('Human')
    expect(read(`tool_name: Plain\n${list}`).label).toBe('Plain')
    expect(read(`tool_name: Plain\ntool_human_name: Human\n${list}`).label).toBe('Human')
    expect(problems(list)).toEqual([
      'manifest.yaml:1: It has neither tool_human_name nor tool_name.',
    ])
  })

  test.each(['tool_name: X', 'tool_name: X\ntool_list: []', 'tool_name: X\ntool_list:'])(
    'J-07 %j has no functions',
    (text) => expect(problems(text).join()).toContain('It has no functions'),
  )

  test.each([
    ['', 'The file is empty.'],
    ['# only a comment', 'The file is empty.'],
    ['- a\n- b', 'The file must be a mapping'],
    ['just text', 'The file must be a mapping'],
    ['a: b: c', 'manifest.yaml:1: This is not valid YAML'],
    ['tool_name: X\n\ttool_list: []', 'manifest.yaml:2: This is not valid YAML'],
    ['tool_name: X\ntool_name: Y', 'manifest.yaml:2: This is not valid YAML'],
    ['tool_name: X\n---\ntool_name: Y', 'This is not valid YAML'],
    ['tool_name: !!js/function "x"', 'This is not valid YAML'],
    ['a: &a x\nb: *a\ntool_name: *nobody', 'manifest.yaml:3: Unresolved alias'],
    ['x: 1\ntool_list: &a [*a]', 'manifest.yaml:2: It is nested deeper'],
    ['x: 1\ntool_name: .inf', 'manifest.yaml:2: Only finite numbers'],
  ])('J-08 %j is reported', (text, reason) => {
    expect(problems(text).join()).toContain(reason)
  })

  test('J-27 values such as 1:1, 1K and 2024-01-01 are strings', () => {
    const { functions } = read(
      withProperty('{type: string, enum: ["1:1", 1:2, 1K, yes, 2024-01-01, 1_000]}'),
    )
    expect(functions[0]?.input).toHaveProperty('properties.x.enum', [
      '1:1',
      '1:2',
      '1K',
      'yes',
      '2024-01-01',
      '1_000',
    ])
    expect(problems(withProperty('{type: string, enum: [2024]}')).join()).toContain('needs quotes')
  })

  test('J-30 exponential aliases are refused', () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    )
    expect(problems(levels.join('\n'))).toEqual(['manifest.yaml:2: It expands aliases too often.'])
  })

  test('functions can share a schema through an alias', () => {
    const text = `tool_name: X
tool_list:
  - {name: f, description: F., parameters: &p {type: object, properties: {q: {type: string}}}}
  - {name: g, description: G., parameters: *p}
`
    expect(read(text).functions[1]?.input).toEqual(read(text).functions[0]?.input)
  })
})

describe('names', () => {
  const named = (name: string) => problems(`tool_name: X\ntool_list: [{name: ${name}}]`)

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'prototype', '_private'])(
    '%s is not a valid function name',
    (name) => expect(named(name).join()).toContain(`'${name}'`),
  )
  test.each(['"a b"', '"ä"', 'a.b', '""', `${'x'.repeat(65)}`, 'a/b'])(
    '%s is not a function name that all vendors accept',
    (name) => expect(named(name)).not.toEqual([]),
  )
  test.each(['multiply', 'web-search', 'Tool_2', 'x'.repeat(64)])(
    '%s is a valid function name',
    (name) => {
      expect(named(name)).toEqual([])
    },
  )

  test.each(['__proto__', 'constructor', '"a b"', 'x'.repeat(65)])(
    '%s is not a valid property name at any depth',
    (name) => {
      const inner = `{type: object, properties: {${name}: {type: string}}}`
      expect(problems(withParameters(inner))).not.toEqual([])
      expect(problems(withProperty(inner))).not.toEqual([])
      expect(problems(withProperty(`{type: array, items: ${inner}}`))).not.toEqual([])
    },
  )

  test('function names must differ by more than case', () => {
    const text = 'tool_name: X\ntool_list: [{name: f}, {name: F}]'
    expect(problems(text).join()).toContain("Two functions are called 'F'")
    const lines = 'tool_name: X\ntool_list:\n  - name: f\n  - name: g\n  - name: f'
    expect(problems(lines)).toEqual(["manifest.yaml:5: Two functions are called 'f'."])
  })

  test.each([
    ['x'.repeat(101), 'more than 100 characters'],
    ['"a\\u0007b"', 'a control character'],
  ])('the label %s is refused', (label, reason) => {
    const text = `tool_list: [{name: f, description: F.}]\ntool_name: ${label}`
    expect(problems(text)).toEqual([expect.stringContaining(reason)])
    expect(problems(text)[0]).toMatch(/^manifest\.yaml:2/)
  })

  test('"Disabled" is not a valid label', () => {
    expect(problems('tool_name: disabled\ntool_list: [{name: f}]').join()).toContain('no tools')
  })
})

describe('parameters', () => {
  test.each([
    ['{type: string, patern: x}', "did you mean 'pattern'?"],
    ['{type: strin}', 'must be one of string'],
    ['{type: string, minLength: "3"}', 'must be a whole number'],
    ['{type: string, pattern: "(a)\\\\1"}', 'bounded time'],
    ['{type: string, pattern: "(?=a)b"}', 'bounded time'],
    ['{type: string, pattern: "("}', 'bounded time'],
    ['{type: number, minimum: low}', 'must be a number'],
    ['{$ref: "#/x"}', 'not a supported keyword'],
    ['{not: {type: string}}', 'not a supported keyword'],
    ['{type: integer, default: 1.5}', 'does not fit'],
    ['{type: string, enum: []}', 'must be a list'],
    ['{type: array, items: [1]}', 'must be a schema'],
    ['{type: object, properties: [a]}', 'must map each property'],
    ['{type: object, properties: {a: {type: string}}, required: [b]}', "'b' is required"],
    ['string', 'must be a schema'],
  ])('%s is reported with its line', (schema, reason) => {
    const [problem = ''] = problems(withProperty(schema))
    expect(problem).toContain(reason)
    expect(problem).toMatch(/^manifest\.yaml:5: 'f': parameters\.properties\.x/)
  })

  test('J-26 nested objects, arrays of objects, enums, booleans and integers are supported', () => {
    const schema = `{type: object, properties: {
      place: {type: object, properties: {x: {type: number}}, required: [x]},
      rows: {type: array, items: {type: object, properties: {id: {type: integer}}}},
      size: {type: string, enum: [S, M]}, flag: {type: boolean}, count: {type: integer, minimum: 1},
      note: {type: string, nullable: true}}}`
    expect(read(withParameters(schema)).functions[0]?.input.properties).toMatchObject({
      place: { additionalProperties: false },
      rows: { items: { additionalProperties: false } },
      note: { type: ['string', 'null'] },
    })
  })

  test('a hidden default must fit the schema too', () => {
    const text = `${withProperty('{type: integer}')}    defaults: {x: many, more: 1}\n`
    expect(problems(text).join()).toContain("'f': defaults.x does not fit")
  })

  test('large numbers keep every digit', () => {
    const { functions } = read(`${withProperty('{}')}    defaults: {x: 12345678901234567890}\n`)
    expect(JSON.stringify(functions[0]?.defaults)).toBe('{"x":12345678901234567890}')
  })
})

describe('settings', () => {
  test('a function’s own settings override the folder’s', () => {
    const { functions } = read(`tool_name: X
timeout: 5
method: GET
defaults: {tenant: 1, unit: c}
tool_list:
  - {name: f, description: F.}
  - {name: g, description: G., timeout: 9, method: POST, defaults: {unit: f}, effect: destroy, dangerous: true}
`)
    expect(functions).toMatchObject([
      {
        timeoutSeconds: 5,
        methods: ['GET', 'POST'],
        effect: 'read',
        defaults: { tenant: 1, unit: 'c' },
      },
      {
        timeoutSeconds: 9,
        methods: ['POST'],
        effect: 'destroy',
        dangerous: true,
        defaults: { tenant: 1, unit: 'f' },
      },
    ])
  })

  test.each([
    ['timeout: "5"', "'timeout' must be a whole number"],
    ['timeout: 0', "'timeout' must be 1 or more"],
    ['method: FETCH', "'method' must be one of"],
    ['method: PUT', 'must be GET or POST'],
    ['permissions: [everything]', "'permissions.0' must be one of"],
    ['secrets: [api-key]', 'consists of capitals'],
    ['tool_lists: []', "did you mean 'tool_list'?"],
    ['headers: {Host: x}', 'is set by the gateway'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the syntax of manifests.
    ['headers: {X-Key: "${KEY}"}', 'not declared under secrets'],
    ['headers: {"X Key": y}', 'not a valid header name'],
  ])('%s is reported', (line, reason) => {
    expect(problems(`tool_name: X\n${line}\ntool_list: [{name: f}]`).join()).toContain(reason)
  })
})

describe('a folder with secrets', () => {
  const dangerous = (more: string) =>
    read(`tool_name: X\nsecrets: [KEY]\n${more}\ntool_list: [{name: f, description: F.}]`)
      .functions[0]?.dangerous

  test('A17 is open only to allow-lists that name its functions, and says so', () => {
    expect(dangerous('')).toBe(true)
    const { warnings } = read(
      'tool_name: X\nsecrets: [KEY]\ntool_list: [{name: f, description: F.}]',
    )
    expect(warnings.map(({ reason }) => reason)).toEqual([expect.stringContaining('workspaces')])
  })

  test.each(['workspaces: [sales]', 'workspaces: ["*"]', 'dangerous: false'])(
    'A17 is open as usual with %s',
    (line) => expect(dangerous(line)).toBe(false),
  )

  test('the names of optional secrets follow the same rule', () => {
    const text = 'tool_name: X\noptional_secrets: [api-key]\ntool_list: [{name: f}]'
    expect(problems(text)).toEqual([expect.stringMatching(/^manifest.yaml:2: .*consists of/)])
  })
})

describe('a url', () => {
  const withUrl = (url: string, more = '') =>
    `tool_name: X\nsecrets: [KEY]\ntool_list:\n  - {name: f, description: F., url: "${url}", parameters: {type: object, properties: {id: {type: string}, q: {type: string}}, required: [id]}${more}}`

  test('placeholders take required parameters', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the syntax of manifests.
    const { functions } = read(withUrl('https://api.example.com/{id}?key=${KEY}', ', method: GET'))
    expect(functions[0]?.target).toMatchObject({
      kind: 'url',
      method: 'GET',
      locations: { id: 'path' },
    })
  })

  test.each([
    'ftp://example.com/',
    'https://{id}.example.com/',
    'https://example.com{id}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the syntax of manifests.
    'https://${KEY}/',
    'https://user:password@example.com/',
    'https://example.com/#x',
    'example.com',
    'https://example.com/{q}',
    'https://example.com/{nobody}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the syntax of manifests.
    'https://example.com/${OTHER}',
  ])('%s is reported', (url) => {
    expect(problems(withUrl(url)).join()).toMatch(/'f': url /)
  })
})
