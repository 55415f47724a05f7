import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { readVariables } from '../environment.ts'
import { CommandError } from '../exit.ts'

type Program = {
  readonly arguments: (port: number) => string[]
  /** The public address in a line of the program's output. */
  readonly findUrl: (line: string) => string | undefined
}

/** The programs that can open a tunnel, in the order in which they are looked for. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  ngrok: {
    arguments: (port) => ['http', String(port), '--log=stdout', '--log-format=json'],
    findUrl: (line) => {
      const { msg, url } = parseLine(line)
      return msg === 'started tunnel' && typeof url === 'string' ? url : undefined
    },
  },
  cloudflared: {
    arguments: (port) => ['tunnel', '--no-autoupdate', '--url', `http://127.0.0.1:${port}`],
    findUrl: (line) => /https:\/\/(?!api\.)[\w-]+\.trycloudflare\.com/.exec(line)?.[0],
  },
}

export type Tunnel = {
  readonly url: string
  readonly program: string
  readonly exited: Promise<void>
  stop(): void
}

type Options = { readonly port: number; readonly program?: string; readonly timeoutMs?: number }

/** Starts ngrok or cloudflared and waits for the public address. */
export async function openTunnel(options: Options): Promise<Tunnel> {
  const { port, timeoutMs = 60_000 } = options
  const { name, path } = findProgram(options.program)
  const program = PROGRAMS[name] as Program
  const child = spawn(path, program.arguments(port), { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = () => void child.kill('SIGTERM')
  try {
    const url = await firstUrl(child, program, name, timeoutMs)
    return { url, program: name, exited, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function findProgram(wanted?: string): { name: string; path: string } {
  if (wanted !== undefined && !Object.hasOwn(PROGRAMS, wanted)) {
    const names = Object.keys(PROGRAMS).join(' and ')
    throw new CommandError('usage', `Unknown tunnel program '${wanted}'. Known are ${names}.`)
  }
  for (const name of wanted === undefined ? Object.keys(PROGRAMS) : [wanted]) {
    const path = findOnPath(name)
    if (path !== undefined) return { name, path }
  }
  throw new CommandError(
    'failed',
    `${wanted ?? 'Neither ngrok nor cloudflared'} is ${wanted ? 'not ' : ''}on the PATH. Install one (https://ngrok.com/download or https://github.com/cloudflare/cloudflared), or set QM_PUBLIC_URL to an address that reaches the gateway.`,
  )
}

function findOnPath(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const folders = (readVariables().PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, file)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function firstUrl(
  child: ChildProcess,
  { findUrl }: Program,
  name: string,
  timeoutMs: number,
): Promise<string> {
  const last: string[] = []
  const failure = (reason: string) =>
    new CommandError('failed', [`${name} ${reason}.`, ...last.slice(-5)].join('\n'))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(failure(`has no public address after ${timeoutMs / 1000} s`))
    }, timeoutMs)
    const read = (line: string) => {
      last.push(line)
      const url = findUrl(line)
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', read)
    }
    child.once('error', (error) => reject(failure(`cannot be started: ${error.message}`)))
    child.once('close', (code) => {
      clearTimeout(timer)
      reject(failure(`ended with exit code ${code}`))
    })
  })
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}
