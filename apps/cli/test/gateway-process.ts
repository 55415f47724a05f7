import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Command = readonly [string, ...string[]]

/** `qm` of this repository. */
export const QM: Command = [process.execPath, MAIN]

type Options = {
  readonly env: Record<string, string>
  readonly cwd?: string
  readonly qm?: Command
}

function launch({ env, cwd, qm = QM }: Options, words: readonly string[]): ChildProcess {
  // biome-ignore lint/style/noProcessEnv: a program needs its PATH.
  const { PATH = '', HOME = '' } = process.env
  const [command, ...first] = qm
  return spawn(command, [...first, ...words], { env: { PATH, HOME, ...env }, cwd })
}

/** Runs a command to its end. */
export async function runQm(options: Options, ...words: string[]) {
  const child = launch(options, words)
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.err += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number, ...output }
}

/** `qm start` with these words; resolves when the gateway listens. */
export async function startQm(options: Options, ...words: string[]) {
  const child = launch(options, ['start', ...words])
  const exit = once(child, 'close').then(([code]) => code as number | null)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      output += chunk
      const found = /listening on +(http:\S+)[\s\S]*curl/.exec(output)
      if (found?.[1] !== undefined) resolve(found[1])
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    exit.then(() => reject(new Error(`The gateway ended: ${output}`)))
  })
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    return exit
  }
  onTestFinished(async () => void (await stop()))
  return { url, stop, output: () => output }
}
