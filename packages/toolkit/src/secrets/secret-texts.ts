import { isObject } from '../json/json.ts'

const SECRET_FIELDS = ['api_key', 'secret', 'secrets', 'headers']

/** Applies `map` to the secret texts of delivery settings: API keys, webhook secrets, header values. */
export function mapSecretTexts(settings: unknown, map: (text: string) => string): unknown {
  if (!isObject(settings)) return settings
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      SECRET_FIELDS.includes(name) ? mapTexts(value, map) : value,
    ]),
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

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, map)]),
  )
}
