import type { Context } from '../context.ts'
import { CommandError } from '../exit.ts'
import { request } from '../gateway/request.ts'
import { printAnswer, printJson } from '../output/print.ts'
import { readJsonArgument } from '../read-arguments.ts'

export async function api(
  { connection, output }: Context,
  method: string,
  path: string,
  body?: string,
): Promise<void> {
  if (!path.startsWith('/')) {
    throw new CommandError('usage', 'The path must begin with /, for example /v1/agents.')
  }
  const { text } = await request(connection, path, {
    method: method.toUpperCase(),
    ...(body !== undefined && { body: await readJsonArgument(body) }),
  })
  // A route that answers with nothing.
  if (text === '' && output.json) printJson(null)
  else printAnswer(text)
}
