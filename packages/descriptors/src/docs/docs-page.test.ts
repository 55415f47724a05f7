import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { at, ping, search, toolWith } from '../../test/sample-tools.ts'
import { docsIndex, docsPage } from './docs-page.ts'

test('a page has the endpoint, parameters, reply, examples and errors of a tool', () => {
  expect(docsPage(at(search))).toMatchInlineSnapshot(`
    "# search_notes

    Find notes. Use it before you write a new one.

    - Endpoint: \`GET /v1/tools/search_notes\`, \`POST /v1/tools/search_notes\`
    - Effect: read (reads, changes nothing)
    - Timeout: 10 s

    ## Parameters

    | Name | Type | Required | Default | Description |
    | --- | --- | --- | --- | --- |
    | \`query\` | \`string, 1 to 200 characters\` | yes |  | Words to look for. |
    | \`sort\` | \`string, one of "new", "old"\` | no | \`"new"\` |  |
    | \`limit\` | \`integer, 1 to 50\` | no | \`10\` |  |
    | \`since\` | \`(string, format date) or null\` | no |  |  |
    | \`tags\` | \`array of string, at most 5 items, no item twice\` | no |  |  |
    | \`weights\` | \`object of (number, 0 to 1)\` | no |  | Tag to weight. |
    | \`extra\` | \`string\` | no |  | Anything, as JSON text. |
    | \`confirm\` | \`boolean\` | no |  |  |

    ## Reply

    JSON: \`object\`

    | Name | Type | Always present | Description |
    | --- | --- | --- | --- |
    | \`notes\` | \`array of object\` | yes |  |
    | \`notes[].id\` | \`string\` | yes |  |
    | \`notes[].title\` | \`string\` | yes |  |
    | \`total\` | \`integer\` | yes | Number of notes. |
    | \`hint\` | \`string\` | no |  |

    ## Examples

    ### Somebody's notes

    \`\`\`sh
    curl -sw '\\n' "$QM_URL/v1/tools/search_notes" \\
      -H "x-api-key: $QM_KEY" \\
      -H 'content-type: application/json' \\
      -d '{"query":"Ada'\\''s","tags":["a","b"]}'
    \`\`\`

    \`\`\`json
    {
      "notes": [],
      "total": 0
    }
    \`\`\`

    ## Errors

    Common errors: \`invalid_input\` 400, \`unauthorized\` 401, \`forbidden\` 403, \`rate_limited\` 429, \`deadline_exceeded\` 504; see [errors](../errors.md).
    "
  `)
})

test('a tool without required parameters has an example without parameters', () => {
  const page = docsPage(at(ping))
  expect(page).toContain('## Parameters\n\nNone.\n')
  expect(page).toContain('## Reply\n\nJSON: `string`\n')
  expect(page).toContain('### Without parameters\n\n```sh\ncurl ')
  expect(page).toContain('"$QM_URL/v1/tools/ping"')
  expect(page).toContain("-d '{}'")
})

test('a tool without examples has no section for them', () => {
  const page = docsPage(at(toolWith(Input({ city: Type.String() }))))
  expect(page).not.toContain('curl')
  expect(page).not.toContain('## Examples')
})

test('nested members are listed by their path', () => {
  const columns = Type.Array(
    Type.Object({ name: Type.String(), type: Type.Optional(Type.String()) }),
  )
  const page = docsPage(at(toolWith(Input({ columns }))))
  expect(page).toContain('| `columns` | `array of object` | yes |')
  expect(page).toContain('| `columns[].name` | `string` | yes |')
  expect(page).toContain('| `columns[].type` | `string` | no |')
})

test('bars, line breaks and backticks stay inside their cell', () => {
  const code = Type.String({ pattern: '^(a|`)$', description: 'One\nor | the other.' })
  const page = docsPage(at(toolWith(Input({ code }))))
  expect(page).toContain(
    '| `code` | `` string, pattern ^(a\\|`)$ `` | yes |  | One or \\| the other. |',
  )
})

test('a page says that a tool is dangerous or accepts other parameters', () => {
  const input = Type.Object({}, { additionalProperties: true })
  const page = docsPage(at(toolWith(input, { dangerous: true })))
  expect(page).toContain('- Access: only agents whose allow-list names this tool')
  expect(page).toContain('Other parameters are accepted too.')
})

test('the index has every tool under its section, with its first sentence', () => {
  expect(docsIndex([{ title: 'Notes', tools: [at(search), at(ping)] }])).toBe(`# Tools

## Notes

| Tool | Effect | What it does |
| --- | --- | --- |
| [\`search_notes\`](search_notes.md) | read | Find notes. |
| [\`ping\`](ping.md) | read | Check that the gateway is running. |
`)
})
