const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Programs on the person's own machine receive the code on a loopback address. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && LOOPBACK.test(hostname)

/**
 * Whether codes may be sent to this address: https on one of the listed hosts, or a loopback address
 * if `localhost` is listed.
 */
export function isAllowedRedirect(text: string, hosts: readonly string[]): boolean {
  const url = URL.parse(text)
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false
  if (isLoopback(url)) return hosts.includes('localhost')
  return url.protocol === 'https:' && hosts.includes(url.host)
}

/** Whether the client registered this address. A loopback address may have a different port. */
export const isRegisteredRedirect = (text: string, registered: readonly string[]): boolean =>
  registered.some((known) => known === text || withoutPort(known) === withoutPort(text))

function withoutPort(text: string): string {
  const url = URL.parse(text)
  if (url === null || !isLoopback(url)) return text
  url.port = ''
  return url.href
}
