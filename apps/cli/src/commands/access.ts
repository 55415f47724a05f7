import type { Command } from 'commander'
import { contextOf } from '../context.ts'
import { listAll } from '../gateway/list.ts'
import { request } from '../gateway/request.ts'
import { printAnswer, printJson, printLine, printList } from '../output/print.ts'
import { readCount, splitList } from '../read-arguments.ts'

/** `qm workspaces`, `qm agents` and `qm keys`. */
export function addAccessCommands(program: Command): void {
  addWorkspaces(program)
  addAgents(program)
  addKeys(program)
}

const list = async (program: Command, name: string, columns: readonly string[]) => {
  const { connection, output } = contextOf(program)
  printList(output, name, await listAll(connection, `/v1/${name}`, name), columns)
}

const create = async (program: Command, path: string, body: unknown, raw = false) => {
  const { text } = await request(contextOf(program).connection, path, { method: 'POST', body })
  if (raw) printLine((JSON.parse(text) as { key: string }).key)
  else printAnswer(text)
}

const remove = async (program: Command, path: string) => {
  const { connection, output } = contextOf(program)
  await request(connection, path, { method: 'DELETE' })
  if (output.json) printJson({ deleted: true })
}

function addWorkspaces(program: Command): void {
  const workspaces = program
    .command('workspaces')
    .alias('workspace')
    .description('workspaces separate tenants')
  workspaces
    .command('list', { isDefault: true })
    .description('list workspaces')
    .action(() => list(program, 'workspaces', ['name', 'id', 'created_at']))
  workspaces
    .command('create <name>')
    .alias('new')
    .description('create a workspace')
    .action((name: string) => create(program, '/v1/workspaces', { name }))
}

type AgentOptions = { allow?: string[]; deny?: string[]; role?: string; withKey?: boolean }

function addAgents(program: Command): void {
  const agents = program
    .command('agents')
    .alias('agent')
    .description('agents and the tools they may call')
  agents
    .command('list', { isDefault: true })
    .description('list agents')
    .action(() =>
      list(program, 'agents', ['name', 'role', 'allowed_tools', 'denied_tools', 'created_at']),
    )
  agents
    .command('create <name>')
    .alias('new')
    .description('create an agent')
    .option('--allow <tools>', 'only these tools, comma-separated', splitList)
    .option('--deny <tools>', 'never these tools, comma-separated', splitList)
    .option('--role <role>', 'a role whose limits apply as well')
    .option('--with-key', 'create a key as well')
    .action((name: string, { allow, deny, role, withKey }: AgentOptions) =>
      create(program, '/v1/agents', {
        name,
        allowed_tools: allow,
        denied_tools: deny,
        role,
        with_key: withKey,
      }),
    )
  agents
    .command('show <name>')
    .description('print one agent')
    .action(async (name: string) => {
      const { connection } = contextOf(program)
      printAnswer((await request(connection, `/v1/agents/${encodeURIComponent(name)}`)).text)
    })
  agents
    .command('delete <name>')
    .alias('remove')
    .description('delete an agent and its keys')
    .action((name: string) => remove(program, `/v1/agents/${encodeURIComponent(name)}`))
}

function addKeys(program: Command): void {
  const keys = program.command('keys').alias('key').description('keys of agents')
  keys
    .command('list', { isDefault: true })
    .description('list keys, without their secrets')
    .action(() =>
      list(program, 'keys', [
        'id',
        'agent',
        'created_at',
        'last_used_at',
        'expires_at',
        'revoked_at',
      ]),
    )
  keys
    .command('create <agent>')
    .alias('new')
    .description('create a key; it is shown once')
    .option('--expires-in <seconds>', 'seconds until it expires', readCount)
    .option('--raw', 'print only the key, for example for KEY=$(qm keys create Sales --raw)')
    .action((agent: string, { expiresIn, raw }: { expiresIn?: number; raw?: boolean }) => {
      const path = `/v1/agents/${encodeURIComponent(agent)}/keys`
      return create(program, path, { expires_in: expiresIn }, raw)
    })
  keys
    .command('revoke <id>')
    .description('revoke a key immediately')
    .action((id: string) => remove(program, `/v1/keys/${encodeURIComponent(id)}`))
}
