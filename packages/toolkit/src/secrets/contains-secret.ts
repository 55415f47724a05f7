import { isObject } from '../json/json.ts'
import { namesSecret } from './secret-name.ts'
import { hasUrlSecret } from './url-secrets.ts'

/** Whether a value contains a non-empty member with the name of a secret, or a URL with a secret. */
export function containsSecret(value: unknown): boolean {
  if (typeof value === 'string') return hasUrlSecret(value)
  if (Array.isArray(value)) return value.some(containsSecret)
  if (!isObject(value)) return false
  return Object.entries(value).some(
    ([name, member]) =>
      (namesSecret(name) && member !== null && member !== '') || containsSecret(member),
  )
}
