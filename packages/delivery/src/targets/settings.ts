import { customMessage, SEALED_PATTERN } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

// Schemas that several kinds of targets use in their settings.

export const Text = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2000, description })

// Secrets are stored sealed, which makes them longer.
const LONGEST_SECRET = 4000

export const SecretText = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST_SECRET, description })

// Base64 of at least 16 bytes, as Standard Webhooks requires.
export const WebhookSecret = Type.String({
  pattern: `^(whsec_)?[A-Za-z0-9+/]{22,200}={0,2}$|${SEALED_PATTERN}`,
  maxLength: LONGEST_SECRET,
  [customMessage]: 'must be base64 of at least 16 bytes, with or without the prefix "whsec_"',
  description: 'A Standard Webhooks secret: base64, with or without the prefix "whsec_".',
})

export const LONGEST_URL = 2000
// The secrets in an address are stored sealed. `readDeliverTo` checks the length without them.
const LONGEST_SEALED_URL = 40_000

export const Url = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: LONGEST_SEALED_URL, description })

export const Headers = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    maxProperties: 20,
    description: 'Sent with every request.',
  }),
)
