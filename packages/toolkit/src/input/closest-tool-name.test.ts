import { expect, test } from 'vitest'
import { closestToolName } from './closest-tool-name.ts'

const CONTEXT = [
  'get_context',
  'push_context',
  'list_context',
  'discover_topics',
  'delete_topic',
  'delete_context',
  'search_context',
  'promptyoself_list',
  'promptyoself_schedule_every',
  'promptyoself_cancel',
  'promptyoself_upload',
]
const TABLE = ['save_row', 'save_table_row', 'update_table_row', 'bulk_update_rows', 'read_rows']

test.each([
  ['get_contxt', 'get_context'],
  ['getContext', 'get_context'],
  ['read_context', 'get_context'],
  ['get_all_context', 'get_context'],
  ['set_context', 'push_context'],
  ['write_context', 'push_context'],
  ['update_context', 'push_context'],
  ['remove_context', 'delete_context'],
  ['delet_context', 'delete_context'],
  ['get_topic', 'discover_topics'],
  ['list_topics', 'discover_topics'],
  ['promptyoself_delete', 'promptyoself_cancel'],
  ['schedule_every', 'promptyoself_schedule_every'],
])('%j is taken for %j', (name, tool) => {
  expect(closestToolName(name, CONTEXT)).toBe(tool)
})

test.each([
  ['add_table_row', 'save_table_row'],
  ['create_row', 'save_row'],
  ['update_row', 'update_table_row'],
  ['query_rows', 'read_rows'],
])('%j of a table is taken for %j', (name, tool) => {
  expect(closestToolName(name, TABLE)).toBe(tool)
})

test.each(['create_topic', 'topic', 'add_topic', 'promptyoself_update', 'promptyoself_register'])(
  'a tool that deletes is never suggested for %j',
  (name) => {
    expect(closestToolName(name, CONTEXT) ?? '').not.toMatch(/delete|cancel|upload/)
  },
)

test.each(['delete_table_row', 'clear_rows', 'remove_row'])(
  'no other tool is suggested for %j where nothing can be deleted',
  (name) => {
    expect(closestToolName(name, TABLE)).toBeUndefined()
  },
)
