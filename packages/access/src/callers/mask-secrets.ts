/** Stands for a secret in replies. */
export const MASK = '***'

const SECRET_FIELDS = new Set(['api_key', 'secret', 'secrets', 'headers'])

/** Delivery settings for a reply: API keys, webhook secrets and header values are masked. */
export function maskSecrets(deliverTo: unknown): unknown {
  if (!isRecord(deliverTo)) return deliverTo
  return Object.fromEntries(
    Object.entries(deliverTo).map(([name, value]) => [
      name,
      SECRET_FIELDS.has(name) ? maskTexts(value) : value,
    ]),
  )
}

/** Whether settings come from a reply: stored as they are, the mask would replace the secret. */
export const hasMask = (deliverTo: unknown): boolean =>
  isRecord(deliverTo) &&
  Object.entries(deliverTo).some(
    ([name, value]) => SECRET_FIELDS.has(name) && JSON.stringify(value).includes(`"${MASK}"`),
  )

function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return MASK
  if (Array.isArray(value)) return value.map(maskTexts)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, maskTexts(text)]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
