import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** How each shell is started so that it treats its input as typed: `#` and `!` included. */
const SHELLS = {
  bash: ['bash', '--norc', '--noprofile', '-i'],
  zsh: ['zsh', '-f', '-i'],
} as const

export type ShellName = keyof typeof SHELLS

/** The shells that are installed here. */
export const shells = (Object.keys(SHELLS) as ShellName[]).filter(
  (shell) => spawnSync(shell, ['--version']).status === 0,
)

/** Texts that a shell or curl writes to standard error when a command could not be run. */
export const SHELL_FAULT = /not found|no matches|parse error|syntax error|curl: \(/

export type Pasted = { readonly output: string; readonly errors: string }

export type Shell = {
  /** Types text into the shell and waits until all of its commands have ended. */
  paste(text: string): Promise<Pasted>
  close(): Promise<void>
}

const END = '\u001e'

/** An interactive shell in `folder`, with the commands of its folder `bin` and nothing but a PATH in its environment. */
export function openShell(name: ShellName, folder: string): Shell {
  const [command, ...options] = SHELLS[name]
  // biome-ignore lint/style/noProcessEnv: the shell finds curl and node by it.
  const { PATH = '' } = process.env
  const env = { PATH: `${folder}/bin:${PATH}`, HOME: folder }
  const child = spawn(command, options, { cwd: folder, env })
  let output = ''
  let errors = ''
  let onOutput = () => {}
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    onOutput()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const exit = once(child, 'close')

  return {
    async paste(text) {
      output = ''
      errors = ''
      child.stdin.write(`${text}\nprintf '\\036'\n`)
      await new Promise<void>((resolve, reject) => {
        onOutput = () => {
          if (output.includes(END)) resolve()
        }
        exit.then(() => reject(new Error(`${name} ended: ${errors}`)))
      })
      return { output: output.slice(0, output.indexOf(END)).replaceAll('\r\n', '\n'), errors }
    },
    async close() {
      child.stdin.end()
      await exit
    },
  }
}
