// Writes openapi/, docs/connect/, docs/tools/ and the client's types from the definitions; with --check, compares instead.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  countTokens,
  describeTools,
  docsIndex,
  docsPage,
  FORMATS,
  judgeTool,
} from '@quartermaster/descriptors'
import { buildApp, catalog, type Services, toolPath } from '@quartermaster/gateway'
import { connectIndex, connectPage, HOSTS } from '@quartermaster/hosts'
import { pino } from 'pino'
import { generateTypes } from '../packages/client/scripts/generate-types.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const PLACEHOLDER = { publicUrl: 'https://quartermaster.example', headers: { 'x-api-key': 'KEY' } }

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

// The document is read off the routes, and no route runs: nothing has to be open behind them.
const closed = {
  database: {},
  keyring: {},
  callLog: {},
  clock: () => new Date(),
} as unknown as Services

const app = await buildApp({
  config: { bodyLimit: 1024 * 1024, answerLimit: 256 * 1024, rateLimit: 0 },
  services: closed,
  catalog,
  log: pino({ level: 'silent' }),
  publicUrl: () => PLACEHOLDER.publicUrl,
})
await app.ready()

const sections = [
  ...catalog.groups.map(({ title, tools }) => ({
    title,
    tools: tools.map((tool) => ({ tool, path: toolPath(tool.name) })),
  })),
  ...catalog.families.map(({ title, genericTools, path }) => ({
    title,
    tools: genericTools.map((tool) => ({ tool, path: toolPath(tool.name, path('{id}')) })),
  })),
]
const placed = sections.flatMap(({ tools }) => tools)

const document = app.swagger()
const verdicts = placed.flatMap(judgeTool)
const tokens = await countTokens(verdicts)

const files = new Map<string, string>([
  ['openapi/openapi.json', json(document)],
  ['packages/client/src/api/generated/schema.ts', await generateTypes(document)],
  ...FORMATS.map((format): [string, string] => [
    `openapi/tools.${format}.json`,
    json(describeTools(format, placed, PLACEHOLDER)),
  ]),
  [
    'openapi/verdicts.json',
    json(verdicts.map(({ text: _, ...verdict }, at) => ({ ...verdict, ...tokens[at] }))),
  ],
  ['docs/connect/README.md', connectIndex(HOSTS)],
  ...Object.entries(HOSTS).map(([name, host]): [string, string] => [
    `docs/connect/${name}.md`,
    connectPage(name, host),
  ]),
  ['docs/tools/README.md', docsIndex(sections)],
  ...placed.map((tool): [string, string] => [`docs/tools/${tool.tool.name}.md`, docsPage(tool)]),
])
await app.close()

const present = await Promise.all(
  ['docs/tools', 'docs/connect'].map(async (folder) => {
    const names = await readdir(ROOT + folder).catch(() => [])
    return names.map((name) => `${folder}/${name}`)
  }),
)
const superfluous = present.flat().filter((file) => !files.has(file))

if (process.argv.includes('--check')) {
  const stale = await Promise.all(
    [...files].map(async ([file, text]) => {
      const current = await readFile(ROOT + file, 'utf8').catch(() => '')
      return current === text ? [] : [file]
    }),
  )
  const wrong = [...stale.flat(), ...superfluous]
  if (wrong.length > 0) {
    console.error(`Out of date: ${wrong.join(', ')}. Run pnpm generate.`)
    process.exitCode = 1
  }
} else {
  for (const [file, text] of files) {
    await mkdir(dirname(ROOT + file), { recursive: true })
    await writeFile(ROOT + file, text)
  }
  for (const file of superfluous) await rm(ROOT + file)
}
