import { toolPath } from '@quartermaster/toolkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import { readPage, shellBlocks } from './pages.ts'
import { openRepository } from './repository.ts'
import { openShell, SHELL_FAULT, shells } from './shell.ts'

const generic = catalog.families.flatMap(({ name, genericTools }) =>
  genericTools.map((tool) => ({ subject: name, name: tool.name })),
)
const fixed = catalog.groups.flatMap(({ tools }) =>
  tools.map((tool) => ({ subject: undefined, name: tool.name })),
)

// The examples name objects that do not exist here, and some tools need Letta or a permission.
const EXPECTED_CODES = ['not_found', 'conflict', 'forbidden', 'unavailable', 'upstream_failed']

/** A stack with a table, as the examples have it, and the key of an agent. */
async function prepare() {
  const { folder, url, rootKey } = await openRepository()
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': rootKey },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
    const answer = (await response.json()) as any
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  for (const name of ['Research', 'Sales', 'Support']) await send('POST', '/v1/agents', { name })
  const { key } = await send('POST', '/v1/agents/Research/keys', {})
  const files = ['invoice_jan.pdf', 'invoice_feb.pdf']
  const documents: string[] = []
  for (const filename of files)
    documents.push((await send('POST', '/v1/documents', { filename })).id)
  const { id: stack } = await send('POST', '/v1/stacks', { name: 'Q1' })
  await send('POST', `/v1/stacks/${stack}/documents`, { document_ids: documents })
  const table = await send('POST', `/v1/stacks/${stack}/tables`, { name: 'T', mode: 'auto' })
  const tools = `/v1/tables/${table.id}`
  const columns = ['vendor', 'invoice_date', 'date', 'amount', 'description', 'status']
  await send('POST', toolPath('define_columns', tools), {
    columns: columns.map((name) => ({ name, type: name === 'amount' ? 'number' : 'text' })),
  })
  await send('POST', toolPath('save_table_row', tools), {
    document_id: 'invoice_jan.pdf',
    vendor: 'Acme Corp',
  })
  const other = await send('POST', `/v1/stacks/${stack}/tables`, { name: 'U', mode: 'auto' })
  const ids = { tables: table.id, documents: documents[0], define_columns: other.id }
  return { folder, url, key, ids: ids as Record<string, string | undefined> }
}

describe.each(shells)('pasted into %s', (shellName) => {
  test('the examples of docs/tools are accepted', async () => {
    const { folder, url, key, ids } = await prepare()
    const shell = openShell(shellName, folder)
    onTestFinished(() => shell.close())
    await shell.paste(`QM_URL=${url}\nQM_KEY=${key}`)

    for (const { subject, name } of [...fixed, ...generic]) {
      await shell.paste(`ID=${ids[name] ?? ids[subject ?? '']}`)
      for (const { code, line } of shellBlocks(readPage(`docs/tools/${name}.md`))) {
        const { output, errors } = await shell.paste(code)
        const where = `docs/tools/${name}.md:${line} printed ${output}`
        expect(errors, where).not.toMatch(SHELL_FAULT)
        expect(output, where).toMatch(/\n$/)
        const answer = JSON.parse(output)
        if (answer.success === false) expect(EXPECTED_CODES, where).toContain(answer.code)
      }
    }
  })
})
