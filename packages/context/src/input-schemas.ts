import { listedBy } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

/** The most names or keys that one call may list. */
const MAX_NAMES = 1000
const MAX_KEY_LENGTH = 1000
const MAX_NAME_LENGTH = 200

/** A key to be stored. */
export const NewKey = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH, description })

/** Topics and agents that a call may create. */
export const NewNames = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }), {
    maxItems: MAX_NAMES,
    description,
  })

/** A stored key or name. It has no length limit: earlier versions stored longer ones. */
export const StoredName = (description: string, lister: string) =>
  Type.String({ minLength: 1, [listedBy]: lister, description })

export const StoredNames = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { maxItems: MAX_NAMES, description })

export const Pattern = (description: string) =>
  Type.String({ minLength: 1, maxLength: 10_000, description })

export const Limit = (most: number, usual: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: most, default: usual, description })

export const Cursor = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100_000, description })

export const NextCursor = Type.Optional(
  Type.String({ description: 'Present if there is more: the cursor for the next call.' }),
)

export const IfVersion = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description }))
