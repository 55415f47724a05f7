import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '@quartermaster/toolkit'
import type { Config } from '../config.ts'

/** The files of `QM_TLS_CERT` and `QM_TLS_KEY`, checked; undefined for plain HTTP. */
export async function readTls({
  tls,
}: Pick<Config, 'tls'>): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (tls === undefined) return undefined
  const pair = {
    cert: await readPem('QM_TLS_CERT', tls.cert),
    key: await readPem('QM_TLS_KEY', tls.key),
  }
  try {
    createSecureContext(pair)
    return pair
  } catch (error) {
    const { message } = error as Error
    throw new ConfigError(`QM_TLS_CERT and QM_TLS_KEY do not belong together (${message})`)
  }
}

const readPem = (variable: string, file: string): Promise<Buffer> =>
  readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`${variable}: ${file} cannot be read (${code})`)
  })
