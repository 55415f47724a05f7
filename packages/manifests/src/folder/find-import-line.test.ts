import { expect, test } from 'vitest'
import { findImportLine } from './find-import-line.ts'

const files = ['tool.ts', 'html.ts', 'lib/a.ts']
const source = (line: string) =>
  `import { readFile } from 'node:fs/promises'\nimport './html.ts'\n${line}\nexport class Tools {}\n`

test.each([
  ["import { a } from './missing.ts'", ''],
  ["import '../Multiply/tool.ts'", ''],
  ['export * from "/etc/passwd"', ''],
  ["const a = await import('./lib/b.ts')", ''],
  ["import lodash from 'lodash'", "Cannot find package 'lodash' imported from /x/tool.ts"],
])('%s', (line, message) => {
  expect(findImportLine(source(line), { files, message })).toBe(3)
})

test.each(["import './lib/a.ts'", "import lodash from 'lodash'", "const from = 'x'"])(
  '%s does not stand out',
  (line) => expect(findImportLine(source(line), { files, message: 'boom' })).toBeNull(),
)
