import type { Context } from '../context.ts'
import { CommandError } from '../exit.ts'
import { request } from '../gateway/request.ts'
import { printAnswer } from '../output/print.ts'
import { readJsonArgument } from '../read-arguments.ts'

export async function api(
  { connection }: Context,
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
  printAnswer(text)
}
