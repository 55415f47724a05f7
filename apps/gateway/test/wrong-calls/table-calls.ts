import { onDocument, onTable, post, tool, type WrongCall, wrong } from './wrong-call.ts'

const row = { document_id: '{d1}', vendor: 'New', amount: '7', date: '2024-02-02' }

export const tableCalls: WrongCall[] = [
  wrong(
    'the row wrapped in row_data',
    onTable('save_table_row', {
      document_id: '{d1}',
      row_data: { vendor: 'New', amount: '7', date: '2024-02-02' },
    }),
    { mayBeAccepted: true },
  ),
  wrong(
    'the row wrapped in row',
    onTable('save_table_row', {
      document_id: '{d1}',
      row: { vendor: 'New', amount: '7', date: '2024-02-02' },
    }),
    { mayBeAccepted: true },
  ),
  wrong(
    'the row wrapped in values',
    onTable('save_table_row', {
      document_id: '{d1}',
      values: { vendor: 'New', amount: '7', date: '2024-02-02' },
    }),
    { mayBeAccepted: true },
  ),
  wrong('a row without columns', onTable('save_table_row', { document_id: '{d1}' })),
  wrong(
    'a column that does not exist',
    onTable('save_table_row', { ...row, vendor: undefined, vendor_name: 'New' }),
  ),
  wrong(
    'a column in another case',
    onTable('save_table_row', {
      document_id: '{d1}',
      Vendor: 'New',
      amount: '7',
      date: '2024-02-02',
    }),
    { mayBeAccepted: true },
  ),
  wrong('one confidence for the row', onTable('save_table_row', { ...row, confidence: 0.9 })),
  wrong(
    'one number as the confidences',
    onTable('save_table_row', { ...row, confidence_scores: 0.9 }),
  ),
  wrong('the table again', onTable('save_table_row', { ...row, table_id: '{table}' }), {
    mayBeAccepted: true,
  }),
  wrong(
    'an operator by another name',
    onTable('read_rows', { filters: [{ column: 'vendor', op: '=', value: 'Acme' }] }),
  ),
  wrong('where in place of filters', onTable('read_rows', { where: { vendor: 'Acme' } })),
  wrong('order_by in place of sort_by', onTable('read_rows', { order_by: 'vendor' })),
  wrong(
    'a column and a value in place of updates',
    onTable('update_table_row', { document_id: '{d1}', column: 'vendor', value: 'New' }),
    { mayBeAccepted: true },
  ),
  wrong(
    'a list of updates',
    onTable('update_table_row', {
      document_id: '{d1}',
      updates: [{ column: 'vendor', value: 'New' }],
    }),
  ),
  wrong(
    'from and to in place of the values',
    onTable('bulk_update_rows', { column: 'vendor', from: 'Acme', to: 'New' }),
  ),
  wrong('a tool of no table', onTable('push_context', { key: 'k', value: 'v' })),
  wrong('an invented column', onTable('save_table_row', { ...row, currency: 'EUR' })),
  wrong('no document', onTable('save_table_row', { vendor: 'New' })),
  wrong(
    'id in place of document_id',
    onTable('save_table_row', { id: '{d1}', vendor: 'New', amount: '7', date: '2024-02-02' }),
  ),
  wrong(
    'document in place of document_id',
    onTable('save_table_row', { document: '{d1}', vendor: 'New', amount: '7', date: '2024-02-02' }),
  ),
  wrong(
    'a misspelt document',
    onTable('save_table_row', { ...row, document_id: 'invoice_jann.pdf' }),
  ),
  wrong(
    'a document in another case',
    onTable('save_table_row', { ...row, document_id: 'Invoice_Jan.pdf' }),
    { mayBeAccepted: true },
  ),
  wrong('a document of another stack', onTable('save_table_row', { ...row, document_id: '{d9}' })),
  wrong(
    'a confidence above 1',
    onTable('save_table_row', { ...row, confidence_scores: { vendor: 95 } }),
  ),
  wrong(
    'a confidence in words',
    onTable('save_table_row', { ...row, confidence_scores: { vendor: 'high' } }),
  ),
  wrong(
    'a confidence for an unknown column',
    onTable('save_table_row', { ...row, confidence_scores: { currency: 0.9 } }),
  ),
  wrong('one confidence for all', onTable('save_table_row', { ...row, confidence: 0.9 })),
  wrong('a list as a cell', onTable('save_table_row', { ...row, vendor: ['New', 'Old'] })),
  wrong('an object as a cell', onTable('save_table_row', { ...row, vendor: { name: 'New' } })),
  wrong(
    'updates next to the document',
    onTable('update_table_row', { document_id: '{d1}', vendor: 'New' }),
    { mayBeAccepted: true },
  ),
  wrong(
    'fields in place of updates',
    onTable('update_table_row', { document_id: '{d1}', fields: { vendor: 'New' } }),
    { mayBeAccepted: true },
  ),
  wrong(
    'an unknown column to update',
    onTable('update_table_row', { document_id: '{d1}', updates: { vendr: 'New' } }),
  ),
  wrong('nothing to update', onTable('update_table_row', { document_id: '{d1}', updates: {} })),
  wrong(
    'a row that does not exist',
    onTable('update_table_row', { document_id: '{d3}', updates: { vendor: 'New' } }),
  ),
  wrong(
    'a bulk update of an unknown column',
    onTable('bulk_update_rows', { column: 'vendr', match_value: 'Acme', new_value: 'Acme Inc' }),
  ),
  wrong(
    'old_value in place of match_value',
    onTable('bulk_update_rows', { column: 'vendor', old_value: 'Acme', new_value: 'Acme Inc' }),
  ),
  wrong(
    'from and to',
    onTable('bulk_update_rows', { column: 'vendor', from: 'Acme', to: 'Acme Inc' }),
  ),
  wrong(
    'columns as names',
    onTable('define_columns', { columns: ['vendor', 'total'] }, '{empty}'),
    { mayBeAccepted: true },
  ),
  wrong(
    'columns as an object',
    onTable('define_columns', { columns: { vendor: 'text' } }, '{empty}'),
    { mayBeAccepted: true },
  ),
  wrong('no columns', onTable('define_columns', { columns: [] }, '{empty}')),
  wrong(
    'a type that does not exist',
    onTable('define_columns', { columns: [{ name: 'total', type: 'money' }] }, '{empty}'),
  ),
  wrong(
    'a column twice',
    onTable('define_columns', { columns: [{ name: 'vendor' }, { name: 'Vendor' }] }, '{empty}'),
  ),
  wrong(
    'a reserved column',
    onTable('define_columns', { columns: [{ name: 'document_id' }] }, '{empty}'),
  ),
  wrong(
    'a column without a name',
    onTable('define_columns', { columns: [{ type: 'text' }] }, '{empty}'),
  ),
  wrong(
    'title in place of name',
    onTable('define_columns', { columns: [{ title: 'vendor' }] }, '{empty}'),
  ),
  wrong(
    'fields in place of columns',
    onTable('define_columns', { fields: [{ name: 'vendor' }] }, '{empty}'),
  ),
  wrong(
    'a row before there are columns',
    onTable('save_table_row', { document_id: '{d1}', vendor: 'New' }, '{empty}'),
  ),
  wrong('filters as an object', onTable('read_rows', { filters: { vendor: 'Acme' } }), {
    mayBeAccepted: true,
  }),
  wrong(
    'filter in place of filters',
    onTable('read_rows', { filter: [{ column: 'vendor', operator: 'equals', value: 'Acme' }] }),
  ),
  wrong(
    'an operator that does not exist',
    onTable('read_rows', { filters: [{ column: 'vendor', operator: '==', value: 'Acme' }] }),
  ),
  wrong(
    'op in place of operator',
    onTable('read_rows', { filters: [{ column: 'vendor', op: 'equals', value: 'Acme' }] }),
  ),
  wrong(
    'a filter on an unknown column',
    onTable('read_rows', { filters: [{ column: 'vendr', operator: 'equals', value: 'Acme' }] }),
  ),
  wrong('a sort by an unknown column', onTable('read_rows', { sort_by: 'totl' })),
  wrong('a page in place of a cursor', onTable('read_rows', { page: 2 })),
  wrong('an undo of the call before', onTable('undo_change', { undo_token: 'previous' }), {
    mayBeAccepted: true,
  }),
  wrong('token in place of undo_token', onTable('undo_change', { token: 'x' })),
  wrong(
    'an extraction that does not exist',
    onTable('read_document_extraction', { document_id: '{d3}' }),
  ),
  wrong(
    'fields in place of extracted_fields',
    onDocument('save_extracted_data', { fields: { vendor: 'Acme' } }),
  ),
  wrong('no extracted fields', onDocument('save_extracted_data', { extracted_fields: {} })),
  wrong(
    'data in place of extracted_fields',
    onDocument('save_extracted_data', { data: { vendor: 'Acme' } }),
  ),
  wrong('a misspelt tool of a table', onTable('store_row', row)),
  wrong('another misspelt tool of a table', onTable('add_table_row', row)),
  wrong('a tool of a table without its table', tool('save_table_row', row)),
  wrong(
    'a tool of a document without its document',
    tool('save_extracted_data', { extracted_fields: { a: 1 } }),
  ),
  wrong('a table by its name', post('/v1/tables/Invoices/tools/save_table_row', row), {
    mayBeAccepted: true,
  }),
  wrong(
    'a table that does not exist',
    post('/v1/tables/6e8bc430-9c3a-11d9-9669-0800200c9a66/tools/save_table_row', row),
  ),
  wrong(
    'several rows in one call',
    onTable('save_table_row', { rows: [{ document_id: '{d3}', vendor: 'New' }] }),
  ),
  wrong(
    'rows of one document',
    onTable('save_table_row', { document_id: '{d3}', rows: [{ vendor: 'New' }] }),
  ),
  wrong(
    'cells as a list',
    onTable('save_table_row', { document_id: '{d3}', cells: [{ column: 'vendor', value: 'New' }] }),
    { mayBeAccepted: true },
  ),
  wrong(
    'a value with its confidence',
    onTable('save_table_row', { ...row, vendor: { value: 'New', confidence: 0.9 } }),
  ),
  wrong(
    'confidences under another name',
    onTable('save_table_row', { ...row, confidence: { vendor: 0.9 } }),
  ),
  wrong(
    'the confidence of one column',
    onTable('save_table_row', { ...row, vendor_confidence: 0.9 }),
  ),
  wrong(
    'a wrapped row with an unknown column',
    onTable('save_table_row', {
      document_id: '{d1}',
      row_data: { vendor: 'New', currency: 'EUR' },
    }),
  ),
  wrong(
    'the file name',
    onTable('save_table_row', { filename: 'invoice_march.pdf', vendor: 'New' }),
  ),
  wrong(
    'a list of documents',
    onTable('save_table_row', { document_ids: ['{d3}'], vendor: 'New' }),
  ),
  wrong('the number of a document', onTable('save_table_row', { ...row, document_id: 5 })),
  wrong('a row_id', onTable('update_table_row', { row_id: '{d1}', updates: { vendor: 'New' } })),
  wrong(
    'updates as text',
    onTable('update_table_row', { document_id: '{d1}', updates: 'vendor=New' }),
  ),
  wrong(
    'updates of the rows that match',
    onTable('update_table_row', { where: { vendor: 'Acme' }, updates: { vendor: 'New' } }),
  ),
  wrong(
    'find and replace',
    onTable('bulk_update_rows', { column: 'vendor', find: 'Acme', replace: 'New' }),
  ),
  wrong('old and new', onTable('bulk_update_rows', { column: 'vendor', old: 'Acme', new: 'New' })),
  wrong(
    'a trial of a bulk update',
    onTable('bulk_update_rows', {
      column: 'vendor',
      match_value: 'Acme',
      new_value: 'New',
      dry_run: true,
    }),
  ),
  wrong(
    'filters and updates',
    onTable('bulk_update_rows', {
      filters: [{ column: 'vendor', value: 'Acme' }],
      updates: { vendor: 'New' },
    }),
  ),
  wrong(
    'types of a program',
    onTable(
      'define_columns',
      {
        columns: [
          { name: 'total', type: 'float' },
          { name: 'day', type: 'datetime' },
        ],
      },
      '{empty}',
    ),
  ),
  wrong('columns as text', onTable('define_columns', { columns: 'vendor, total' }, '{empty}'), {
    mayBeAccepted: true,
  }),
  wrong(
    'columns as JSON text',
    onTable('define_columns', { columns: '["vendor","total"]' }, '{empty}'),
    { mayBeAccepted: true },
  ),
  wrong(
    'column_names',
    onTable('define_columns', { column_names: ['vendor', 'total'] }, '{empty}'),
  ),
  wrong(
    'a column that is required',
    onTable('define_columns', { columns: [{ name: 'vendor', required: true }] }, '{empty}'),
  ),
  wrong(
    'an operator of SQL',
    onTable('read_rows', { filters: [{ column: 'amount', operator: '>=', value: 3 }] }),
  ),
  wrong(
    'a pattern of SQL',
    onTable('read_rows', { filters: [{ column: 'vendor', operator: 'like', value: '%Ac%' }] }),
  ),
  wrong('conditions as text', onTable('read_rows', { filters: 'vendor = Acme' })),
  wrong('conditions of MongoDB', onTable('read_rows', { filters: { amount: { $gt: 3 } } })),
  wrong('a condition as a list', onTable('read_rows', { filters: ['vendor', '=', 'Acme'] })),
  wrong('a column as an argument', onTable('read_rows', { vendor: 'Acme' })),
  wrong('the order in words', onTable('read_rows', { sort_by: 'amount desc' }), {
    mayBeAccepted: true,
  }),
  wrong('a direction', onTable('read_rows', { sort_by: 'amount', sort_order: 'desc' }), {
    mayBeAccepted: true,
  }),
  wrong('a statement of SQL', onTable('read_rows', { query: 'select * from rows' })),
  wrong('a row to delete', onTable('delete_table_row', { document_id: '{d1}' })),
  wrong('update_row', onTable('update_row', { document_id: '{d1}', updates: { vendor: 'New' } })),
  wrong('insert_row', onTable('insert_row', row)),
  wrong('query_rows', onTable('query_rows', {})),
  wrong(
    'a list as the body',
    post('/v1/tables/{empty}/tools/define_columns', [{ name: 'vendor' }]),
  ),
  wrong(
    'fields without their object',
    onDocument('save_extracted_data', { vendor: 'New', total: 5 }),
  ),
  wrong(
    'fields as a list',
    onDocument('save_extracted_data', { extracted_fields: [{ name: 'vendor', value: 'New' }] }),
  ),
  wrong('fields as text', onDocument('save_extracted_data', { extracted_fields: 'vendor: New' })),
  wrong('an undo without a token', onTable('undo_change', {})),
  wrong('a row in save_row', onTable('save_row', { document_id: '{d3}', row: { vendor: 'New' } })),
  wrong('columns in save_row', onTable('save_row', { document_id: '{d3}', vendor: 'New' })),
  wrong(
    'values in a list',
    onTable('save_table_row', { document_id: '{d3}', values: ['New', '5'] }),
  ),
  wrong('a percentage as the threshold', onTable('read_review_list', { threshold: 80 })),
  wrong(
    'a source as text',
    onTable('save_cell_sources', { document_id: '{d1}', sources: { vendor: 'page 1' } }),
  ),
  wrong(
    'the source of one column',
    onTable('save_cell_sources', { document_id: '{d1}', column: 'vendor', page: 1 }),
  ),
  wrong('steps to undo', onTable('undo_change', { steps: 2 })),
  wrong(
    'a limit of a bulk update',
    onTable('bulk_update_rows', {
      column: 'vendor',
      match_value: 'Acme',
      new_value: 'New',
      limit: 1,
    }),
  ),
  wrong(
    'an operator with two values',
    onTable('read_rows', { filters: [{ column: 'amount', operator: 'between', value: [1, 5] }] }),
  ),
  wrong('columns with commas', onTable('read_rows', { columns: 'vendor,amount' })),
]
