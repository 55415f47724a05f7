import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { ConfigError, type Log } from '@quartermaster/toolkit'
import type { Config } from '../config.ts'

export type Tls = { readonly cert: Buffer; readonly key: Buffer }

/** The files of `QM_TLS_CERT` and `QM_TLS_KEY`, checked; undefined for plain HTTP. */
export async function readTls(
  { tls }: Pick<Config, 'tls'>,
  log: Pick<Log, 'warn'>,
): Promise<Tls | undefined> {
  if (tls === undefined) return undefined
  const pair = {
    cert: await readPem('QM_TLS_CERT', tls.cert),
    key: await readPem('QM_TLS_KEY', tls.key),
  }
  const certificate = parse(
    () => new X509Certificate(pair.cert),
    `QM_TLS_CERT: ${tls.cert} is not a certificate in PEM form`,
  )
  const key = parse(
    () => createPrivateKey(pair.key),
    `QM_TLS_KEY: ${tls.key} is not a private key in PEM form without a password`,
  )
  if (!certificate.checkPrivateKey(key)) {
    throw new ConfigError('QM_TLS_CERT and QM_TLS_KEY do not belong together')
  }
  parse(() => createSecureContext(pair), 'QM_TLS_CERT and QM_TLS_KEY cannot be used')
  const { validFromDate, validToDate } = certificate
  const now = Date.now()
  if (now < validFromDate.getTime() || now > validToDate.getTime()) {
    log.warn(
      { from: validFromDate, until: validToDate },
      'the certificate of QM_TLS_CERT is not valid now: clients refuse it',
    )
  }
  return pair
}

function parse<Parsed>(read: () => Parsed, problem: string): Parsed {
  try {
    return read()
  } catch (error) {
    throw new ConfigError(problem, { cause: error })
  }
}

const readPem = (variable: string, file: string): Promise<Buffer> =>
  readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`${variable}: ${file} cannot be read (${code})`)
  })
