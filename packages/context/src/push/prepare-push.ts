import { Input, JsonText, strictType } from '@quartermaster/toolkit'
import { type Static, Type } from '@sinclair/typebox'
import { IfVersion, Key, Names } from '../input-schemas.ts'
import { sortKey, toStored } from '../keys/key-text.ts'
import { unique } from '../list-names.ts'
import type { Push } from '../queries/items/push-item.ts'
import { topicName } from '../queries/topics/topic-name.ts'
import { audienceOf, EVERYONE, hashOf } from '../reader.ts'
import { searchWords } from '../search/search-words.ts'
import { expiry, MAX_HOURS, MAX_SECONDS } from './expiry.ts'
import { readPushed } from './read-pushed-value.ts'

export const PushInput = Input({
  key: Key("What the value is found by; choose a telling name such as 'customer_update'."),
  value: JsonText(
    'The value as JSON text, for example {"status":"active"}. Text that is not JSON is stored as it is.',
  ),
  topics: Type.Optional(Names('Topics whose current subscribers can read it.')),
  subscribers: Type.Optional(Names('Names of agents that can read it.')),
  ttl_hours: Type.Optional(
    Type.Number({
      [strictType]: true,
      minimum: 0,
      maximum: MAX_HOURS,
      description: 'Hours until the value is gone; 24 if left out, 0 for never.',
    }),
  ),
  ttl: Type.Optional(
    Type.Number({
      [strictType]: true,
      minimum: 0,
      maximum: MAX_SECONDS,
      description: 'The same in seconds. Send only one of the two.',
    }),
  ),
  if_version: IfVersion(
    'Push only if the key has this version now; 0 = only if it does not exist. On a conflict nothing is stored and the current state is returned.',
  ),
})

export type PushInput = Static<typeof PushInput>

/** A push as the queries take it. Throws for a value or an expiry that cannot be stored. */
export function preparePush(input: PushInput, now: Date): Push {
  const topics = unique(input.topics ?? [])
  const agents = unique(input.subscribers ?? [])
  const isGlobal = topics.length === 0 && agents.length === 0
  const { value, text } = readPushed(input.value)
  const key = toStored(input.key)
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
