import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from '@quartermaster/toolkit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Throws if the port is taken, before PostgreSQL and the tools are started. */
export async function checkPort({ host, port }: Address): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
  } catch (error) {
    throw cannotListen(error, { host, port })
  } finally {
    probe.close()
  }
}

/** Listens, and returns the URL under which this machine reaches the gateway. */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  const address = await app.listen({ host, port }).catch((error) => {
    throw cannotListen(error, { host, port })
  })
  const url = new URL(address)
  if (host === '0.0.0.0' || host === '::') url.hostname = '127.0.0.1'
  else url.hostname = host.includes(':') ? `[${host}]` : host
  return url.origin
}

function cannotListen(error: unknown, { host, port }: Address): unknown {
  const { code } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `PORT: another program listens on port ${port} of ${host}. Stop it, or set PORT to a free port.`,
      )
    case 'EACCES':
      return new ConfigError(`PORT: this user may not listen on port ${port}. Set PORT above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new ConfigError(`HOST: ${host} is not an address of this machine (${code})`)
    default:
      return error
  }
}
