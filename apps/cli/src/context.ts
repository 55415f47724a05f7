import type { Command } from 'commander'
import { type Connection, type ConnectionOptions, connect } from './gateway/connection.ts'
import type { Output } from './output/print.ts'

/** The gateway that a command talks to, and how it prints. */
export type Context = { readonly connection: Connection; readonly output: Output }

export function contextOf(program: Command): Context {
  const { json = false, ...options } = program.opts<ConnectionOptions & { json?: boolean }>()
  return { connection: connect(options), output: { json } }
}

/** For commands that need no gateway. */
export const outputOf = (program: Command): Output => ({
  json: program.opts<{ json?: boolean }>().json ?? false,
})
