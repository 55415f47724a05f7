import { countOf, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { Limit } from '../input-schemas.ts'
import { Reply, reply } from '../reply.ts'
import { searchReadable } from '../search/search-readable.ts'
import { tool } from '../tool.ts'

export const searchContext = tool({
  name: 'search_context',
  description: [
    'Find keys by the words in their name or value, among those you can read, best match first.',
    'All words must occur, in any order and as whole words; "quoted words" must stand together, OR allows either side, a minus before a word excludes it.',
    'Read the whole values with get_context.',
  ].join('\n'),
  effect: 'read',
  timeoutSeconds: 15,

  input: Input({
    query: Type.String({ minLength: 1, maxLength: 1000, description: 'The words to search for.' }),
    limit: Limit(50, 10, 'How many matches to return at most.'),
  }),
  output: Reply({
    results: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The key.' }),
        snippet: Type.String({ description: 'The part of the value around the match.' }),
        version: Type.Integer({ description: 'The version of the value, for if_version.' }),
        written_by: Type.String({ description: 'The agent that pushed it.' }),
        updated_at: Type.String({ format: 'date-time', description: 'When it was pushed.' }),
      }),
      { description: 'The matches, best first.' },
    ),
    total_results: Type.Integer({ description: 'Number of matches in this reply.' }),
  }),
  examples: [
    { title: 'Two words', input: { query: 'acme renewal' } },
    { title: 'A phrase, without another word', input: { query: '"quarterly report" -draft' } },
  ],

  async handler({ query, limit }, call) {
    const { services, caller, now } = call
    const hits = await searchReadable(services.db, caller, now, query, limit)
    const hint = hits.length === 0 ? '; try fewer or other words, or list_context' : ''
    return reply(call, `Found ${countOf(hits.length, 'matching context item')}${hint}`, {
      results: hits.map((hit) => ({
        key: hit.key,
        snippet: hit.snippet,
        version: hit.version,
        written_by: hit.writtenBy,
        updated_at: hit.writtenAt.toISOString(),
      })),
      total_results: hits.length,
    })
  },
})
