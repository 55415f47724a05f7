import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))

export type Run = {
  readonly process: ChildProcess
  readonly output: () => string
  readonly exit: Promise<number | null>
  /** Waits for a line, or for the end. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
}

/** `pnpm start`, without the installing. */
export function run(variables: Record<string, string>): Run {
  // biome-ignore lint/style/noProcessEnv: a program needs its PATH.
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [MAIN], { env: { PATH, HOME, PORT: '0', ...variables } })
  let output = ''
  const listeners = new Set<() => void>()
  const onData = (chunk: Buffer) => {
    output += chunk
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', onData)
  child.stderr.on('data', onData)
  const exit = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await exit
  })
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output)
        if (match !== null) resolve(match)
      }
      listeners.add(look)
      look()
      exit.then(() => reject(new Error(`it ended without saying ${pattern}: ${output}`)))
    })
  return { process: child, output: () => output, exit, printed }
}

/** A data folder that does not exist yet. It is removed when the test ends. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

/** The address of a gateway, once it listens. */
export async function listening(gateway: Run): Promise<string> {
  const [, url = ''] = await gateway.printed(/listening on +(https?:\S+)[\s\S]*curl/)
  return url
}
