import { isObject } from '../json/json.ts'
import { namesSecret } from './secret-name.ts'
import { mapUrlSecrets } from './url-secrets.ts'

const SECRET_FIELDS = ['api_key', 'secret', 'secrets', 'headers']
const URL_FIELDS = ['url', 'base_url']

/**
 * Applies `map` to the secret texts of delivery settings: API keys, webhook secrets, header values, the
 * secrets in URLs, and all of these in the descriptors of tools.
 */
export function mapSecretTexts(settings: unknown, map: (text: string) => string): unknown {
  if (!isObject(settings)) return settings
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, mapField(name, value, map)]),
  )
}

/** The secret texts of delivery settings. */
export function secretTexts(settings: unknown): string[] {
  const texts: string[] = []
  mapSecretTexts(settings, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

function mapField(name: string, value: unknown, map: (text: string) => string): unknown {
  if (SECRET_FIELDS.includes(name)) return mapTexts(value, map)
  if (name === 'tools') return mapToolSecrets(value, map)
  const isUrl = URL_FIELDS.includes(name) && typeof value === 'string'
  return isUrl ? mapUrlSecrets(value, map) : value
}

// `GET /v1/descriptors` writes an agent's key into `headers`, or into `auth.token` of an MCP entry.
function mapToolSecrets(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return mapUrlSecrets(value, map)
  if (Array.isArray(value)) return value.map((item) => mapToolSecrets(item, map))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      // The schema of a parameter called `password` has no secret.
      if (name === 'parameters') return [name, member]
      return [name, namesSecret(name) ? mapTexts(member, map) : mapToolSecrets(member, map)]
    }),
  )
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, map)]),
  )
}
