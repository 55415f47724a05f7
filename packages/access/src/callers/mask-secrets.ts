import { mapSecretTexts, secretTexts } from '@quartermaster/toolkit'

/** Stands for a secret in replies. */
export const MASK = '***'

/** Delivery settings for a reply, with masks in place of their secrets. */
export const maskSecrets = (deliverTo: unknown): unknown => mapSecretTexts(deliverTo, () => MASK)

/** Whether settings come from a reply: stored as they are, the mask would replace the secret. */
export const hasMask = (deliverTo: unknown): boolean =>
  secretTexts(deliverTo).some((text) => text.replaceAll(/%2a/gi, '*') === MASK)
