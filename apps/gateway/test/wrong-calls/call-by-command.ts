import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ROOT_KEY } from '../start-gateway.ts'
import type { Outcome } from './fixture.ts'
import type { ToolCall } from './wrong-call.ts'

const QM = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))

/** A call by `qm call`, as the agent Sales. A failure prints the error and then the suggestion. */
export function callByCommand(
  url: string,
  workspace: string,
  { tool, at = {}, input }: ToolCall,
): Promise<Outcome> {
  const subject = Object.entries(at).flatMap(([name, id]) => [`--${name}`, id])
  const words = ['-w', workspace, '-a', 'Sales', 'call', tool, JSON.stringify(input), ...subject]
  const env = { QM_URL: url, QM_KEY: ROOT_KEY }
  return new Promise((resolve) => {
    execFile(process.execPath, [QM, ...words], { env }, (failure, out, err) => {
      const [error = '', ...suggestion] = err.trim().split('\n')
      resolve({
        isError: failure !== null,
        status: failure === null ? 200 : 400,
        text: failure === null ? out : err,
        body: failure === null ? {} : { error, suggestion: suggestion.join('\n') },
      })
    })
  })
}
