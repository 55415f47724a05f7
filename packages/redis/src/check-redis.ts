import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { BadConfig } from '@quartermaster/toolkit'

const PATIENCE_MS = 5000

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
}

/**
 * A Redis that cannot be used at the start is a wrong setting; one that goes away later is not.
 * One PING needs no client, which would try again and again where we want the first answer.
 */
export async function checkRedis(url: string, patience = PATIENCE_MS): Promise<void> {
  const address = URL.parse(url)
  if (!address?.hostname) throw new BadConfig('REDIS_URL must name a host')
  const problem = await ask(address, patience)
  if (problem !== undefined) throw new BadConfig(`REDIS_URL: ${problem}`)
}

/** What is wrong with it. */
function ask(url: URL, patience: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const socket = open(url)
  let heard = ''
  socket.setEncoding('utf8')
  socket.setTimeout(patience, () => resolve('it does not answer'))
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
    resolve(`${REASONS[code] ?? 'it cannot be reached'} (${code})`),
  )
  socket.on('close', () => resolve('it closes the connection'))
  socket.on('data', (chunk) => {
    heard += chunk
    if (/^-(NOAUTH|WRONGPASS)/m.test(heard)) {
      resolve('it refuses the user or the password')
    } else if (/^(\+PONG|-LOADING)/m.test(heard)) resolve(undefined)
    else if (!/^[+-]/.test(heard)) resolve('what listens there is no Redis')
  })
  socket.write(greeting(url))
  return promise.finally(() => socket.destroy())
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(port || 6379) }
  return protocol === 'rediss:' ? connectSecurely({ ...to, servername: host }) : connect(to)
}

function greeting({ username, password }: URL): string {
  const names = [username, password].map(decodeURIComponent).filter(Boolean)
  const login = password === '' ? '' : command('AUTH', ...names)
  return login + command('PING')
}

const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
