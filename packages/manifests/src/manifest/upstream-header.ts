const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

// The HTTP client sets these; a second value would contradict it.
const RESERVED = ['host', 'content-length', 'connection', 'transfer-encoding', 'upgrade', 'expect']

const SECRET = /\$\{([^}]*)\}/g

/** Why a header cannot be sent; undefined if it can. */
export function headerFault(
  name: string,
  value: string,
  secrets: readonly string[],
): string | undefined {
  if (!NAME.test(name)) return 'is not a valid header name'
  if (RESERVED.includes(name.toLowerCase())) return 'is set by the gateway'
  if (/\p{Cc}/u.test(value)) return 'has a control character in its value'
  return unknownSecret(value, secrets)
}

/** Reports a `${NAME}` that the manifest does not declare as a secret. */
export function unknownSecret(text: string, secrets: readonly string[]): string | undefined {
  const unknown = [...text.matchAll(SECRET)].find(([, name = '']) => !secrets.includes(name))
  return unknown && `refers to ${unknown[0]}, which is not declared under secrets`
}

export const withSecrets = (text: string, secrets: Readonly<Record<string, string>>): string =>
  text.replaceAll(SECRET, (_, name: string) => secrets[name] ?? '')
