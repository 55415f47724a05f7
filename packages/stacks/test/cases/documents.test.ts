import { inTransaction } from '@quartermaster/db'
import { describe, expect, test } from 'vitest'
import { saveExtraction } from '../../src/queries/documents/extractions.ts'
import { addDocuments } from '../../src/queries/documents/stack-documents.ts'
import { openTable, openTestWorkspace, refusal } from '../test-workspace.ts'

describe('read_document_extraction', () => {
  test('T-24 the newest extraction is read, and the text holds nothing else', async () => {
    const { call, callDocument, D1 } = await openTable()
    await callDocument(D1, 'save_extracted_data', { extracted_fields: { vendor: 'Old', page: 1 } })
    await callDocument(D1, 'save_extracted_data', { extracted_fields: { vendor: 'New' } })
    const answer = await call('read_document_extraction', { document_id: D1 })
    expect(answer.content).toEqual([{ type: 'text', text: '{"vendor":"New"}' }])
    expect(answer).toMatchObject({ document_id: D1, extracted_fields: { vendor: 'New' } })
  })

  test('T-25 the error for a missing extraction names the document', async () => {
    const { call, D3 } = await openTable()
    const error = await refusal(call('read_document_extraction', { document_id: D3 }))
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining(D3) })
  })

  test('T-26 T-27 documents of other stacks, other workspaces and unknown ones get the same error', async () => {
    const workspace = await openTable()
    const { call, callDocument, rows, D9, DV, TV } = workspace
    await callDocument(D9, 'save_extracted_data', { extracted_fields: { secret: 1 } })
    const nowhere = '00000000-0000-4000-8000-000000000000'
    for (const id of [D9, DV, nowhere, 'no-uuid']) {
      const inputs = {
        read_document_extraction: { document_id: id },
        save_table_row: { document_id: id, vendor: 'A' },
        update_table_row: { document_id: id, updates: { vendor: 'A' } },
        save_cell_sources: { document_id: id, sources: { vendor: { page: 1 } } },
      }
      for (const [name, input] of Object.entries(inputs)) {
        const error = await refusal(call(name, input))
        expect(error).toMatchObject({
          code: 'not_found',
          message: `There is no document '${id}' in this stack.`,
        })
      }
    }
    expect(await rows()).toEqual([])

    const foreign = await refusal(workspace.toolsOf(TV))
    const unknown = await refusal(workspace.toolsOf(nowhere))
    expect(foreign).toMatchObject({ code: unknown.code, message: unknown.message })
  })

  test('T-36 an extraction in progress does not count', async () => {
    const { call, callDocument, db, workspaceId, now, D1 } = await openTable()
    await callDocument(D1, 'save_extracted_data', { extracted_fields: { vendor: 'Done' } })
    await saveExtraction(
      db,
      workspaceId,
      D1,
      { status: 'in_progress' },
      { by: 'Clerk', now: now() },
    )
    const answer = await call('read_document_extraction', { document_id: D1 })
    expect(answer.extracted_fields).toEqual({ vendor: 'Done' })
  })
})

test('T-32 an extraction is saved, and an empty one is refused', async () => {
  const { callDocument, D1, db } = await openTable()
  const answer = await callDocument(D1, 'save_extracted_data', {
    extracted_fields: { vendor: 'Acme' },
    confidence_scores: { vendor: 0.9 },
  })
  expect(answer).toMatchObject({ message: 'Extraction saved', document_id: D1 })
  expect(answer.content).toEqual([{ type: 'text', text: 'Extraction saved' }])
  for (const input of [
    {},
    { extracted_fields: {} },
    { extracted_fields: { a: 1 }, confidence_scores: { a: 2 } },
  ]) {
    expect((await refusal(callDocument(D1, 'save_extracted_data', input))).code).toBe(
      'invalid_input',
    )
  }
  for (const input of [
    { extracted_fields: {} },
    { extracted_fields: { a: 1 }, confidence_scores: { b: 1 } },
  ]) {
    const error = await refusal(callDocument(D1, 'save_extracted_data', input))
    // A complete call as an example would replace what was read from this document.
    expect(error.hasOwnSuggestion).toBe(true)
    expect(error.suggestion).not.toContain('{')
  }
  const kept = db.selectFrom('extractions').selectAll().where('document_id', '=', D1)
  expect(await kept.execute()).toHaveLength(1)
})

test('T-34 a document is in a stack once', async () => {
  const { db, workspaceId, now, document, stack } = await openTestWorkspace()
  const [D1, D2] = [await document('a.pdf'), await document('b.pdf')]
  const S = await stack([D1])
  const added = await inTransaction(db, 10_000, (trx) =>
    addDocuments(trx, workspaceId, S, [D1, D2, D2], now()),
  )
  expect(added).toBe(1)
  const places = db.selectFrom('stack_documents').selectAll().where('stack_id', '=', S)
  expect(await places.execute()).toHaveLength(2)
})
