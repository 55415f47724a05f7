import type { Database, Tx } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  parseOwnJson,
  readCursor,
  stringifyJson,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { checkExtraction } from '../../extraction.ts'
import { notFound } from '../../not-found.ts'
import type { StackTable } from '../tables/tables.ts'
import { resolveDocumentId } from './document-id.ts'
import { resolveDocument } from './resolve-document.ts'

export type Status = 'in_progress' | 'completed'

export type Extraction = {
  readonly id: string
  readonly status: Status
  readonly extracted_fields: Record<string, unknown>
  readonly confidence_scores: Record<string, number>
  readonly made_by: string
  readonly created_at: Date
  readonly completed_at: Date | null
}

export type NewExtraction = {
  readonly status?: Status
  readonly extracted_fields?: Record<string, unknown>
  readonly confidence_scores?: Record<string, number>
}

const COLUMNS = [
  'id',
  'status',
  'extracted_fields',
  'confidence_scores',
  'made_by',
  'created_at',
  'completed_at',
] as const

type Raw = Omit<Extraction, 'id' | 'extracted_fields' | 'confidence_scores'> & {
  id: number
  extracted_fields: string
  confidence_scores: string
}

const toExtraction = (row: object): Extraction => {
  const raw = row as Raw
  return {
    ...raw,
    id: String(raw.id),
    extracted_fields: parseOwnJson(raw.extracted_fields) as Record<string, unknown>,
    confidence_scores: parseOwnJson(raw.confidence_scores) as Record<string, number>,
  }
}

export async function saveExtraction(
  db: Database,
  workspaceId: string,
  document: string,
  extraction: NewExtraction,
  { by, now }: { by: string; now: Date },
): Promise<Extraction> {
  const documentId = await resolveDocumentId(db, workspaceId, document)
  const { status = 'completed', extracted_fields = {}, confidence_scores = {} } = extraction
  checkExtraction({ status, extracted_fields, confidence_scores })
  const row = await db
    .insertInto('extractions')
    .columns([
      'workspace_id',
      'document_id',
      'status',
      'extracted_fields',
      'confidence_scores',
      'made_by',
      'created_at',
      'completed_at',
    ])
    .expression((from) =>
      from
        .selectFrom('documents')
        .select(['workspace_id', 'id as document_id'])
        .select([
          sql<string>`${status}::text`.as('status'),
          sql<string>`${stringifyJson(extracted_fields)}::text`.as('extracted_fields'),
          sql<string>`${stringifyJson(confidence_scores)}::text`.as('confidence_scores'),
          sql<string>`${by}::text`.as('made_by'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date | null>`${status === 'completed' ? now : null}::timestamptz`.as('completed_at'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', documentId),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  return toExtraction(row)
}

/**
 * Changes the given members. A completed extraction stays completed, and scores of fields that no
 * longer exist are dropped.
 */
export async function updateExtraction(
  trx: Tx,
  workspaceId: string,
  { document, id }: { document: string; id: string },
  changes: NewExtraction,
  now: Date,
): Promise<Extraction> {
  const documentId = await resolveDocumentId(trx, workspaceId, document)
  if (!/^\d{1,15}$/.test(id)) throw notFound('extraction')
  const found = await trx
    .selectFrom('extractions')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .where('id', '=', Number(id))
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound('extraction')
  const changed = withChanges(toExtraction(found), changes, now)
  checkExtraction(changed)
  const { status, completed_at, extracted_fields, confidence_scores } = changed
  await trx
    .updateTable('extractions')
    .set({
      status,
      completed_at,
      extracted_fields: stringifyJson(extracted_fields),
      confidence_scores: stringifyJson(confidence_scores),
    })
    .where('id', '=', Number(id))
    .execute()
  return changed
}

function withChanges(
  stored: Extraction,
  { status = stored.status, extracted_fields: fields, confidence_scores: scores }: NewExtraction,
  now: Date,
): Extraction {
  if (status === 'in_progress' && stored.status === 'completed') {
    throw new ToolError('conflict', 'The extraction is already completed.', {
      suggestion: 'Create a new extraction with POST.',
    })
  }
  const extracted_fields = fields ?? stored.extracted_fields
  const kept = Object.entries(stored.confidence_scores).filter(([name]) =>
    Object.hasOwn(extracted_fields, name),
  )
  return {
    ...stored,
    status,
    extracted_fields,
    confidence_scores: scores ?? Object.fromEntries(kept),
    completed_at: status === 'completed' ? (stored.completed_at ?? now) : null,
  }
}

/** Newest first. */
export async function listExtractions(
  db: Database,
  workspaceId: string,
  document: string,
  request: PageRequest = {},
): Promise<Page<Extraction>> {
  const documentId = await resolveDocumentId(db, workspaceId, document)
  const size = pageSize(request)
  const [before] = readCursor(request, (part) => /^\d{1,15}$/.test(part)) ?? []
  const rows = await db
    .selectFrom('extractions')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, ({ id }) => [String(id)])
  return { ...page, rows: page.rows.map(toExtraction) }
}

export type FoundExtraction = {
  readonly matches: number
  readonly documentId: string | null
  readonly extraction: Extraction | undefined
}

/** Resolves a document of the table's stack and reads its newest completed extraction. */
export async function findNewestExtraction(
  db: Database,
  table: StackTable,
  document: string,
): Promise<FoundExtraction> {
  const { rows } = await sql<Raw & { matches: number; document_id: string | null; found: boolean }>`
    with ${resolveDocument(table, document)}
    select (select count(*) from best) as matches, resolved.id as document_id,
      e.id is not null as found, e.id, e.status, e.extracted_fields, e.confidence_scores,
      e.made_by, e.created_at, e.completed_at
    from (values (1)) one left join resolved on true
    left join lateral (
      select * from extractions
      where document_id = resolved.id and status = 'completed'
      order by completed_at desc, id desc limit 1
    ) e on true`.execute(db)
  const { matches = 0, document_id: documentId = null, found = false, ...raw } = rows[0] ?? {}
  return { matches, documentId, extraction: found ? toExtraction(raw) : undefined }
}
