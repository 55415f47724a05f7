const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

// These are the client's own to set: a wrong one would make a request say two things at once.
const CLIENTS = ['host', 'content-length', 'connection', 'transfer-encoding', 'upgrade', 'expect']

const SECRET = /\$\{([^}]*)\}/g

/** Why this header cannot be sent; undefined if it can. */
export function headerFault(
  name: string,
  value: string,
  secrets: readonly string[],
): string | undefined {
  if (!NAME.test(name)) return 'is not the name of a header'
  if (CLIENTS.includes(name.toLowerCase())) return 'is set by the gateway itself'
  if (/\p{Cc}/u.test(value)) return 'has a control character in its value'
  return unknownSecret(value, secrets)
}

/** A secret that a text refers to, but the manifest does not declare. */
export function unknownSecret(text: string, secrets: readonly string[]): string | undefined {
  const unknown = [...text.matchAll(SECRET)].find(([, name = '']) => !secrets.includes(name))
  return unknown && `refers to ${unknown[0]}, which is not among the secrets`
}

export const withSecrets = (text: string, secrets: Readonly<Record<string, string>>): string =>
  text.replaceAll(SECRET, (_, name: string) => secrets[name] ?? '')
