import {
  type CallBatch,
  type CallInBatch,
  countOf,
  fulfilled,
  Input,
  parseOwnJson,
  setMember,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { Cursor, Limit, NextCursor } from '../input-schemas.ts'
import { keyCursor, readKeyCursor } from '../keys/key-cursor.ts'
import { unique } from '../list-names.ts'
import { type Item, readItems } from '../queries/items/read-items.ts'
import { readItemsBatch } from '../queries/items/read-items-batch.ts'
import { readPage } from '../queries/items/read-page.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { type ContextServices, tool } from '../tool.ts'

type ByKey = { readonly keys: readonly string[]; readonly call: CallInBatch }

// A call for more keys has a statement of its own, so that it does not delay the others.
const KEYS_IN_BATCH = 10

const readByKey: CallBatch<ContextServices, ByKey> = {
  async run(items, { db }) {
    const requests = items.map(({ keys, call: { caller, now } }) => ({
      reader: readerOf(caller),
      now,
      keys: unique(keys),
    }))
    const found = await readItemsBatch(db, requests)
    return items.map(({ keys, call }, index) =>
      fulfilled(presentItems(call, keys, found[index] ?? [])),
    )
  },
}

export const getContext = tool({
  name: 'get_context',
  description: [
    'Read values that other agents have shared with you.',
    'Name the keys you want, or leave them out to get everything you can read, page by page. Keys that do not exist and keys that you cannot read are both left out of the reply.',
    'Call list_context first to see which keys there are.',
  ].join('\n'),
  effect: 'read',
  timeoutSeconds: 15,

  input: Input({
    keys: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 1000,
        description: 'The keys to read. By default, or if empty: everything you can read.',
      }),
    ),
    limit: Limit(1000, 500, 'How many values to return at most when no keys are named.'),
    cursor: Type.Optional(Cursor('The next_cursor of the previous reply, for the next page.')),
  }),
  output: Reply({
    context: Type.Record(Type.String(), Type.Unknown(), { description: 'The values by key.' }),
    keys_requested: Type.Array(Type.String(), { description: 'The keys of the call.' }),
    keys_found: Type.Array(Type.String(), { description: 'The keys in context.' }),
    versions: Type.Record(Type.String(), Type.Integer(), {
      description: 'The version of each value, for if_version.',
    }),
    written_by: Type.Record(Type.String(), Type.String(), {
      description: 'The agent that pushed each value.',
    }),
    keys_remaining: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Requested keys that did not fit into this reply: request them next.',
      }),
    ),
    next_cursor: NextCursor,
  }),
  examples: [
    { title: 'Two keys', input: { keys: ['user_preferences', 'session_data'] } },
    { title: 'Everything', input: {} },
  ],

  batch: {
    kind: readByKey,
    itemOf: ({ keys = [] }: { keys?: string[] }, call): ByKey | undefined =>
      keys.length === 0 || keys.length > KEYS_IN_BATCH ? undefined : { keys, call },
  },

  async handler(input, call) {
    const reader = readerOf(call.caller)
    const requested = input.keys ?? []
    if (requested.length > 0) {
      const items = await readItems(call.services.db, reader, call.now, unique(requested))
      return presentItems(call, requested, items)
    }
    const { entries, next } = await readPage(call.services.db, reader, call.now, {
      limit: input.limit,
      after: input.cursor === undefined ? undefined : readKeyCursor(input.cursor),
      withValues: true,
    })
    return reply(call, summarize(entries.length, next !== undefined && 'next_cursor'), {
      ...toMembers(entries),
      keys_requested: requested,
      ...(next && { next_cursor: keyCursor(next) }),
    })
  },
})

function presentItems(call: CallInBatch, requested: readonly string[], items: readonly Item[]) {
  const found = items.filter((item) => item.value !== null)
  const rest = items.filter((item) => item.value === null).map(({ key }) => key)
  return reply(call, summarize(found.length, rest.length > 0 && 'keys_remaining'), {
    ...toMembers(found),
    keys_requested: [...requested],
    ...(rest.length > 0 && { keys_remaining: rest }),
  })
}

type Found = { key: string; value: string | null; version: number; writtenBy: string }

function toMembers(found: readonly Found[]) {
  const context: Record<string, unknown> = {}
  const keys_found: string[] = []
  const versions: Record<string, number> = {}
  const written_by: Record<string, string> = {}
  for (const { key, value, version, writtenBy } of found) {
    setMember(context, key, parseOwnJson(value ?? 'null'))
    keys_found.push(key)
    setMember(versions, key, version)
    setMember(written_by, key, writtenBy)
  }
  return { context, keys_found, versions, written_by }
}

function summarize(found: number, rest: false | 'keys_remaining' | 'next_cursor'): string {
  const retrieved = `Retrieved ${countOf(found, 'context item')}`
  if (rest === 'keys_remaining')
    return `${retrieved}; call again with keys_remaining for the others`
  return rest
    ? `${retrieved}; there are more: call again with cursor set to next_cursor`
    : retrieved
}
