import { Type } from '@sinclair/typebox'

// Schemas that several kinds of targets use in their settings.

export const Text = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2000, description })

export const Url = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, description })

export const Headers = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    maxProperties: 20,
    description: 'Sent with every request.',
  }),
)
