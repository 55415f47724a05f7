import type { Log } from '@quartermaster/toolkit'

/** A folder's own lines in the gateway's log: with its name, and without its secrets. */
export function cleanLog(log: Log, folder: string, secrets: readonly string[]): Log {
  const clean = (text: string) =>
    secrets.reduce((rest, secret) => (secret ? rest.replaceAll(secret, '[hidden]') : rest), text)
  const at = (level: keyof Log) => (details: object, message: string) =>
    log[level]({ folder, ...details }, clean(message))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
