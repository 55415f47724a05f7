import { Type } from '@sinclair/typebox'

/** The most names or keys that one call may list. */
const MOST = 1000

export const Key = (description: string) => Type.String({ minLength: 1, description })

export const Names = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { maxItems: MOST, description })

export const Pattern = (description: string) =>
  Type.String({ minLength: 1, maxLength: 10_000, description })

export const Limit = (most: number, usual: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: most, default: usual, description })

export const Cursor = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100_000, description })

export const IfVersion = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description }))
