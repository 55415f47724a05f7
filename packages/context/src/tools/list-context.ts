import { type CallBatch, type CallInBatch, countOf, fulfilled, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { Cursor, Limit, NextCursor, Pattern } from '../input-schemas.ts'
import { keyCursor, readKeyCursor } from '../keys/key-cursor.ts'
import { keyPattern } from '../keys/key-pattern.ts'
import { secondsLeft } from '../push/expiry.ts'
import { type Page, readPage } from '../queries/items/read-page.ts'
import { readPagesBatch } from '../queries/items/read-pages-batch.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { type ContextServices, tool } from '../tool.ts'

type FirstPage = { readonly limit: number; readonly call: CallInBatch }

// Longer pages use a separate statement, so that they do not delay the others.
const LIMIT_IN_BATCH = 100

const listTogether: CallBatch<ContextServices, FirstPage> = {
  sameKey: ({ limit, call: { caller } }) => `${caller.workspaceId} ${limit} ${caller.agent}`,
  async run(items, { db }) {
    const requests = items.map(({ limit, call: { caller, now } }) => ({
      reader: readerOf(caller),
      now,
      limit,
    }))
    const pages = await readPagesBatch(db, requests)
    return items.map(({ call }, index) => fulfilled(presentPage(call, pages[index] ?? NO_PAGE)))
  },
}

const NO_PAGE: Page = { entries: [], next: undefined }

export const listContext = tool({
  name: 'list_context',
  description: [
    'List the keys that you can read, in alphabetical order, without their values.',
    "Each entry says where it came from: 'global' (sent to everyone), 'topic:NAME' (you were subscribed) or 'direct' (sent to you by name), who pushed it, and when it expires.",
    'Read the values with get_context.',
  ].join('\n'),
  effect: 'read',
  timeoutSeconds: 15,

  input: Input({
    pattern: Type.Optional(
      Pattern(
        "Only keys that match as a whole: * is any run of characters, ? is one, e.g. 'user_*'. Upper and lower case differ.",
      ),
    ),
    limit: Limit(1000, 500, 'How many keys to return at most.'),
    cursor: Type.Optional(Cursor('The next_cursor of the previous reply, for the next page.')),
  }),
  output: Reply({
    context_keys: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The key.' }),
        accessible: Type.Literal(true, { description: 'Always true: other keys are not listed.' }),
        has_ttl: Type.Boolean({ description: 'Whether the value expires.' }),
        ttl_remaining: Type.Optional(Type.Integer({ description: 'Seconds until it expires.' })),
        source: Type.String({ description: "'global', 'topic:NAME' or 'direct'." }),
        version: Type.Integer({ description: 'The version of the value, for if_version.' }),
        written_by: Type.String({ description: 'The agent that pushed it.' }),
        updated_at: Type.String({ format: 'date-time', description: 'When it was pushed.' }),
      }),
      { description: 'The keys in alphabetical order.' },
    ),
    total_keys: Type.Integer({ description: 'Number of keys in this reply.' }),
    next_cursor: NextCursor,
  }),
  examples: [
    { title: 'All keys', input: {} },
    { title: 'Keys with a common prefix', input: { pattern: 'user_*' } },
  ],

  batch: {
    kind: listTogether,
    itemOf: (
      { pattern, limit, cursor }: { pattern?: string; limit: number; cursor?: string },
      call,
    ): FirstPage | undefined => {
      const isFirst = pattern === undefined && cursor === undefined
      return isFirst && limit <= LIMIT_IN_BATCH ? { limit, call } : undefined
    },
  },

  async handler({ pattern, limit, cursor }, call) {
    const page = await readPage(call.services.db, readerOf(call.caller), call.now, {
      limit,
      after: cursor === undefined ? undefined : readKeyCursor(cursor),
      pattern: pattern === undefined ? undefined : keyPattern(pattern),
      withValues: false,
    })
    return presentPage(call, page)
  },
})

function presentPage(call: CallInBatch, { entries, next }: Page) {
  const found = `Found ${countOf(entries.length, 'accessible context key')}`
  return reply(
    call,
    next ? `${found}; there are more: call again with cursor set to next_cursor` : found,
    {
      context_keys: entries.map((entry) => ({
        key: entry.key,
        accessible: true as const,
        has_ttl: entry.expiresAt !== null,
        ...(entry.expiresAt && { ttl_remaining: secondsLeft(call.now, entry.expiresAt) }),
        source: entry.source,
        version: entry.version,
        written_by: entry.writtenBy,
        updated_at: entry.writtenAt.toISOString(),
      })),
      total_keys: entries.length,
      ...(next && { next_cursor: keyCursor(next) }),
    },
  )
}
