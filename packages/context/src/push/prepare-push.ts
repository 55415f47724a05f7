import { Input, JsonText, lifetimeUnit, strictType, toStorable } from '@quartermaster/toolkit'
import { type Static, Type } from '@sinclair/typebox'
import { checkTopics } from '../check-topics.ts'
import { IfVersion, NewKey, NewNames } from '../input-schemas.ts'
import { sortKey } from '../keys/sort-key.ts'
import { unique } from '../list-names.ts'
import type { Push } from '../queries/items/push-item.ts'
import { topicName } from '../queries/topics/topic-name.ts'
import { audienceOf, EVERYONE, hashOf } from '../reader.ts'
import { searchWords } from '../search/search-words.ts'
import { expiry, MAX_HOURS, MAX_SECONDS } from './expiry.ts'
import { readPushedValue } from './read-pushed-value.ts'

export const PushInput = Input({
  key: NewKey("The name of the value, for example 'customer_update'."),
  value: JsonText(
    'The value as JSON text, for example {"status":"active"}. Other text is stored as a JSON string.',
  ),
  topics: Type.Optional(NewNames('Topics whose current subscribers can read it.')),
  subscribers: Type.Optional(NewNames('Names of agents that can read it.')),
  ttl_hours: Type.Optional(
    Type.Number({
      [strictType]: true,
      [lifetimeUnit]: 3600,
      minimum: 0,
      maximum: MAX_HOURS,
      description: 'Hours until the value expires; 24 by default, 0 for never.',
    }),
  ),
  ttl: Type.Optional(
    Type.Number({
      [strictType]: true,
      [lifetimeUnit]: 1,
      minimum: 0,
      maximum: MAX_SECONDS,
      description: 'Seconds until the value expires, instead of ttl_hours. For an hour: 3600.',
    }),
  ),
  if_version: IfVersion(
    'Push only if the key has this version now; 0: only if it has no value that you can read or have pushed. Otherwise nothing is stored, and the error has the current state.',
  ),
})

export type PushInput = Static<typeof PushInput>

/** The push for `pushItem`. Throws a ToolError for a value or an expiry that cannot be stored. */
export function preparePush(input: PushInput, now: Date): Push {
  const topics = unique(input.topics ?? [])
  checkTopics(topics)
  const agents = unique(input.subscribers ?? [])
  const isGlobal = topics.length === 0 && agents.length === 0
  const { value, text } = readPushedValue(input.value)
  const key = toStorable(input.key)
  return {
    key,
    keyHash: hashOf(input.key),
    sortKey: sortKey(key),
    value: text,
    words: searchWords(input.key, value),
    expiresAt: expiry(now, input),
    topics: topics.map(topicName),
    audiences: isGlobal ? [EVERYONE] : agents.map(audienceOf),
    ifVersion: input.if_version,
  }
}
