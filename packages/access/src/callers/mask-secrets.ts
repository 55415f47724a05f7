import { mapSecretTexts, secretTexts } from '@quartermaster/toolkit'

/** Replaces secrets in replies. */
export const MASK = '***'

/** Delivery settings for a reply, with masks in place of their secrets. */
export const maskSecrets = (deliverTo: unknown): unknown => mapSecretTexts(deliverTo, () => MASK)

/** Whether settings were copied from a reply. Storing them would overwrite the secret with the mask. */
export const hasMask = (deliverTo: unknown): boolean =>
  secretTexts(deliverTo).some((text) => text.replaceAll(/%2a/gi, '*') === MASK)
