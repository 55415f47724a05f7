import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { MULTIPLY } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT_KEY } from './start-gateway.ts'
import { startWithFolders } from './toolsets/folders.ts'

const DOCUMENT = fileURLToPath(new URL('../../../openapi/openapi.json', import.meta.url))
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const TYPES = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))
const run = promisify(execFile)

/** A user's program: all families of tools, lists, answers with types, and an error. */
const PROGRAM = `
import { createClient, createConfig } from './generated/client/index.js'
import * as api from './generated/sdk.gen.js'

const [baseUrl, rootKey] = process.argv.slice(2) as [string, string]
const clientFor = (key: string) => createClient(createConfig({ baseUrl, auth: key }))
const root = clientFor(rootKey)

const created = await api.createAgent({ client: root, body: { name: 'Analyst', with_key: true }, throwOnError: true })
const agent = clientFor(created.data.key!.key)
const pushed = await api.pushContext({ client: agent, body: { key: 'acme', value: '{"stage":"won"}' }, throwOnError: true })
// @ts-expect-error the tool has no such parameter
await api.pushContext({ client: agent, body: { kee: 'acme' } })

const stack = await api.createStack({
  client: root,
  body: { name: 'Q1', documents: [{ filename: 'invoice.pdf' }], table: { name: 'Invoices', mode: 'custom', custom_columns: [{ name: 'total', type: 'number' }] } },
  throwOnError: true,
})
const path = { id: stack.data.table!.id }
const document_id = stack.data.documents![0]!.id
const saved = await api.saveTableRow({ client: agent, path, body: { document_id, total: 42, confidence_scores: { total: 0.9 } }, throwOnError: true })
const extracted = await api.saveExtractedData({ client: agent, path: { id: document_id }, body: { extracted_fields: { total: 42 } }, throwOnError: true })
const rows = await api.listRows({ client: agent, path, throwOnError: true })
const product = await api.callToolsetsTool({ client: agent, path: { id: 'Multiply', name: 'multiply' }, body: { multiplicand: 6, multiplier: 7 }, throwOnError: true })
const scheduled = await api.promptyoselfScheduleEvery({ client: agent, body: { agent_id: 'Analyst', prompt: 'Look again', every: '1h' }, throwOnError: true })
const refused = await api.createAgent({ client: agent, body: { name: 'Other' } })

console.log(JSON.stringify({
  pushed: pushed.data, saved: saved.data.success, rows: rows.data.rows.map(({ row_data, confidence_scores }) => ({ row_data, confidence_scores })),
  extracted: extracted.data.success,
  product: product.data, scheduled: scheduled.data.status, refused: refused.error,
}))
`

test('a second generator makes a client that compiles and calls tools of all families', async () => {
  const { url } = await startWithFolders({ Multiply: MULTIPLY })
  const folder = await mkdtemp(join(tmpdir(), 'qm-generated-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await createClient({
    input: DOCUMENT,
    output: { path: join(folder, 'generated'), importFileExtension: '.js' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  })
  await mkdir(join(folder, 'built'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--outDir', 'built']
  const types = ['--lib', 'es2022,dom,dom.iterable', '--types', 'node', '--typeRoots', TYPES]
  await run(TSC, [...options, ...types, 'program.ts'], { cwd: folder }).catch(({ stdout }) =>
    expect.fail(stdout),
  )

  const { stdout } = await run(process.execPath, ['built/program.js', url, ROOT_KEY], {
    cwd: folder,
  })
  expect(JSON.parse(stdout)).toMatchObject({
    pushed: { success: true },
    saved: true,
    rows: [{ row_data: { total: 42 }, confidence_scores: { total: 0.9 } }],
    extracted: true,
    product: 42,
    scheduled: 'success',
    refused: { code: 'forbidden' },
  })
})
