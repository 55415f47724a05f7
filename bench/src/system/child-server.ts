import { spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own, so that it shares neither CPU time nor heap with the load. */
export type ChildServer = {
  readonly url: string
  readonly pid: number
  /** Writes one line of JSON to the process and resolves with the next line it prints. */
  ask<Answer>(question: unknown): Promise<Answer>
  stop(): Promise<void>
}

type Options = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Finds the server's URL in one line of its output. */
  readonly findUrl: (line: string) => string | undefined
}

const START_TIMEOUT_MS = 60_000

export async function startChildServer({
  command,
  args,
  env,
  findUrl,
}: Options): Promise<ChildServer> {
  // biome-ignore lint/style/noProcessEnv: the child needs PATH and HOME.
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, {
    env: { PATH, HOME, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  // The reader stays open for the life of the process: a full pipe would block the child.
  const output = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const ask = async <Answer>(question: unknown) => {
    const answer = new Promise<string>((resolve) => output.once('line', resolve))
    child.stdin?.write(`${JSON.stringify(question)}\n`)
    return JSON.parse(await answer) as Answer
  }
  try {
    const url = await findUrlInOutput(output, exited, findUrl)
    return { url, pid: child.pid ?? 0, ask, stop }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** Starts one of the files in `contenders/` on the given database. */
export function startContender(
  file: string,
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildServer> {
  const path = fileURLToPath(new URL(`../contenders/${file}`, import.meta.url))
  return startChildServer({
    command: file.endsWith('.py') ? '/usr/bin/python3' : process.execPath,
    args: [path],
    env: { BENCH_DATABASE_URL: databaseUrl, NODE_ENV: 'production', ...env },
    findUrl: (line) =>
      line.startsWith('{') ? (JSON.parse(line) as { url: string }).url : undefined,
  })
}

function findUrlInOutput(
  output: Interface,
  exited: Promise<void>,
  findUrl: Options['findUrl'],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The server did not start in time')),
      START_TIMEOUT_MS,
    )
    exited.then(() => reject(new Error('The server exited before it listened')))
    const onLine = (line: string) => {
      const url = findUrl(line)
      if (url === undefined) return
      clearTimeout(timer)
      output.off('line', onLine)
      resolve(url)
    }
    output.on('line', onLine)
  })
}
