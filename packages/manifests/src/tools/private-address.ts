import type { Log } from '@quartermaster/toolkit'

/** Shown to models, so it names no setting of the operator's. */
export const PRIVATE_ADDRESS = 'The address is private; only public addresses can be called'

export const isPrivateAddress = (error: unknown): boolean =>
  error instanceof Error && 'failure' in error && error.failure === 'private_address'

/** Tells the operator which setting allows the address; callers get a plain refusal. */
export function logPrivateAddress(log: Log, url: string): void {
  const host = URL.parse(url)?.hostname
  log.warn({ host }, 'a private address was refused; QM_OUTBOUND_ALLOW can allow it')
}
