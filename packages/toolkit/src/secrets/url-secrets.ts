import { namesSecret } from './secret-name.ts'

// Names of query parameters whose values are secrets in a URL, though not necessarily elsewhere.
const SECRET_PARAMETER =
  /^(?:code|auth|pwd|hmac)$|^(?:.*[-_.])?(?:key|sig)$|(?:access|account|auth|function|subscription)key$|signature/i

/** Applies `map` to the secret texts of a URL, without decoding them: its user and password, and parameters. */
export function mapUrlSecrets(url: string, map: (text: string) => string): string {
  const [, scheme = '', user, rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)(?:([^/?#\\]*)@)?(.*)$/is.exec(url) ?? []
  if (scheme === '') return url
  const parameters = rest.replace(
    /([?&#])([^?&#=]+)=([^&#]+)/g,
    (whole, separator: string, name: string, value: string) =>
      namesSecretParameter(name) ? `${separator}${name}=${map(value)}` : whole,
  )
  return scheme + (user === undefined ? '' : `${user && map(user)}@`) + parameters
}

/** Whether a URL has a user, a password, or a secret parameter. */
export function hasUrlSecret(url: string): boolean {
  let isFound = false
  mapUrlSecrets(url, (text) => {
    isFound = true
    return text
  })
  return isFound
}

function namesSecretParameter(encoded: string): boolean {
  const name = decoded(encoded)
  return namesSecret(name) || SECRET_PARAMETER.test(name)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
