import type { Command } from 'commander'
import { contextOf, outputOf } from '../context.ts'
import { readCount } from '../read-arguments.ts'
import type { StartOptions } from './start.ts'

/** Commands that run a gateway, its database or another program on this machine. */
export function addLocalCommands(program: Command): void {
  program
    .command('start')
    .description('run a gateway until it is interrupted')
    .option('--host <address>', 'the address to listen on (HOST)')
    .option('--port <port>', 'the port to listen on (PORT)', readCount)
    .option('--tunnel [program]', 'open a tunnel with ngrok or cloudflared, for a public address')
    .action(async (options: StartOptions) => (await import('./start.ts')).startGateway(options))

  program
    .command('tunnel [program]')
    .description('give a running gateway a public address with ngrok or cloudflared')
    .action(async (name?: string) => (await import('./tunnel.ts')).tunnel(contextOf(program), name))

  program
    .command('migrate')
    .description('bring the schema of the database up to date')
    .action(async () => (await import('./database.ts')).migrateDatabase(outputOf(program)))

  program
    .command('backup <file>')
    .description('write all data to a file; the gateway may run')
    .option('--force', 'replace the file')
    .action(async (file: string, { force }: { force?: boolean }) =>
      (await import('./database.ts')).backUp(outputOf(program), file, force),
    )

  program
    .command('restore <file>')
    .description('fill an empty database from a backup, and compare counts and checksums')
    .action(async (file: string) =>
      (await import('./database.ts')).restoreFrom(outputOf(program), file),
    )

  program
    .command('demo')
    .description('play the tour of the README in a workspace of its own')
    .option('--no-pause', 'do not wait for Enter before each step')
    .action(async (options: { pause?: boolean }) =>
      (await import('./demo.ts')).demo(contextOf(program), options),
    )

  program
    .command('mcp')
    .description('connect standard input and output to /mcp, for hosts that start local commands')
    .action(async () => (await import('./mcp.ts')).bridge(contextOf(program).connection))

  program
    .command('completion <shell>')
    .description('print the completion script of bash, zsh or fish')
    .action(async (shell: string) => (await import('./completion.ts')).completion(program, shell))
}
