import { type Database, inTransaction } from '@quartermaster/db'
import {
  type Call,
  type Caller,
  type Log,
  readInput,
  stringifyJson,
  type Tool,
  ToolError,
} from '@quartermaster/toolkit'

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the reply it asks for.
export type Answer = any

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A clock that stands still until a test moves it. */
export class TestClock {
  now = new Date('2030-01-01T00:00:00Z')

  advance(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  }
}

/** An agent that may call everything, as far as `allowed_tools` is concerned. */
export const callerOf = (workspaceId: string, agent = 'Clerk'): Caller => ({
  workspaceId,
  workspace: 'test',
  agent,
  keyId: 'key',
  isRoot: false,
  access: { rules: [], paths: null },
})

type Services = { readonly db: Database }

type CallOptions<S extends Services> = {
  readonly caller: Caller
  readonly services: S
  readonly now: Date
  readonly metadata?: Call<S>['metadata']
  /** The `x-schema-version` header: the version of the tool that the caller knows. */
  readonly version?: number
  /** Wraps the handler inside the transaction of a write, for tests of races. */
  readonly aroundWrite?: (trx: Database, handle: () => Promise<unknown>) => Promise<unknown>
}

/**
 * Calls a tool in the gateway's order: `adapt`, `readInput`, the handler (in a transaction for
 * transactional writes), then JSON and back. Permissions, idempotency and deadlines are left out.
 */
export const callTool = async <S extends Services>(
  tool: Tool<S>,
  parameters: object,
  options: CallOptions<S>,
): Promise<Answer> => JSON.parse(await callToolAsText(tool, parameters, options))

/** `callTool` with the answer as the text on the wire, where every digit of a number counts. */
export async function callToolAsText<S extends Services>(
  tool: Tool<S>,
  parameters: object,
  options: CallOptions<S>,
): Promise<string> {
  const { services, aroundWrite = (_trx, handle) => handle() } = options
  const { handle, isTransactional } = await prepareCall(tool, parameters, options)
  const answer = isTransactional
    ? await inTransaction(services.db, tool.timeoutSeconds * 1000, (trx) =>
        aroundWrite(trx, () => handle({ ...services, db: trx })),
      )
    : await handle(services)
  return stringifyJson(answer)
}

/** Calls a tool inside a transaction that the test has opened and will end itself. */
export async function callToolIn<S extends Services>(
  trx: Database,
  tool: Tool<S>,
  parameters: object,
  options: CallOptions<S>,
): Promise<Answer> {
  const services = { ...options.services, db: trx }
  const { handle } = await prepareCall(tool, parameters, { ...options, services })
  return JSON.parse(stringifyJson(await handle(services)))
}

async function prepareCall<S extends Services>(
  tool: Tool<S>,
  parameters: object,
  { caller, services, now, metadata = {}, version }: CallOptions<S>,
) {
  const given = { ...parameters } as Record<string, unknown>
  const known = version === undefined ? {} : { version: String(version) }
  const adapted = (await tool.adapt?.(given, { caller, services, ...known })) ?? given
  const input = readInput(tool, adapted)
  const handle = (inner: S) =>
    tool.handler(input, {
      caller,
      services: inner,
      now,
      metadata,
      signal: new AbortController().signal,
      requestId: 'test',
      log: silentLog,
    })
  return { handle, isTransactional: tool.effect !== 'read' && tool.transactional }
}

/** The tool of that name, or the error that the gateway would answer with. */
export function findTool<S>(tools: readonly Tool<S>[], name: string): Tool<S> {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new ToolError('unknown_tool', `Unknown tool '${name}'.`)
  return tool
}

/** The `ToolError` that the call rejects with. Any other outcome fails the test. */
export async function toolErrorOf(call: Promise<unknown>): Promise<ToolError> {
  let answer: unknown
  try {
    answer = await call
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error(`The call was not refused but answered ${JSON.stringify(answer)}`)
}
