import type { Log } from '@quartermaster/toolkit'

export const hideSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => (secret ? rest.replaceAll(secret, '[hidden]') : rest), text)

/** The log for one folder's calls: adds the folder's name and hides its secrets. */
export function cleanLog(log: Log, folder: string, secrets: readonly string[]): Log {
  const at = (level: keyof Log) => (details: object, message: string) =>
    log[level]({ folder, ...details }, hideSecrets(message, secrets))
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
