import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { withDefaultsOptional } from '../schema/annotations.ts'
import { quote } from '../text/quote.ts'
import type { Call } from './call.ts'
import type { Quota } from './quota.ts'
import type { ToolError } from './tool-error.ts'

export type Effect = 'read' | 'write' | 'destroy'
export type Method = 'POST' | 'GET'

export type Example = {
  readonly title: string
  readonly input: Record<string, unknown>
  readonly output?: unknown
}

/**
 * A tool. Its route, OpenAPI operation, documentation page and vendor descriptors are all derived
 * from this value.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list holds tools with different services.
export type Tool<Services = any> = {
  readonly name: string
  readonly description: string
  readonly effect: Effect
  /** Only agents whose allow-list names the tool may call it. */
  readonly dangerous: boolean
  /** Whether a call is an administrative act, which is also recorded in the audit log. */
  readonly isAct: boolean
  readonly timeoutSeconds: number
  readonly methods: readonly Method[]
  readonly input: TObject
  readonly output: TSchema
  /** Arguments hidden from the model; they override anything the model sends. */
  readonly defaults: Readonly<Record<string, unknown>>
  readonly examples: readonly Example[]
  /**
   * `true` if the handler changes nothing outside the database, so that its writes and the
   * idempotency record share one transaction. Otherwise the record is written before and after.
   */
  readonly transactional: boolean
  /** Whether a call reaches systems outside the gateway, such as the web or a recipient's server. */
  readonly openWorld: boolean
  /**
   * The version of the data that a dynamic tool was built from, such as a table's columns.
   * Descriptors carry it, so that a call can say which version its caller knew.
   */
  readonly version?: number
  /**
   * The toolset behind a path that can change hands, such as a thread's active toolset. The
   * idempotency key includes it: the same request to another owner is a different call.
   */
  readonly owner?: string
  /**
   * Renames arguments to the names in `input` before they are read. Throws if the call was built
   * for an incompatible version of the tool.
   */
  readonly adapt?: (
    parameters: Record<string, unknown>,
    call: Pick<Call<Services>, 'caller' | 'services'> & { readonly version?: string },
  ) => Promise<Record<string, unknown>>
  /** The quotas that a call uses. Calls are refused if one of them is used up. */
  readonly uses: readonly Quota[]
  /**
   * Whether a call replaces a key or a row instead of adding one. Called only when the quota is used
   * up.
   */
  readonly replaces?: (
    // biome-ignore lint/suspicious/noExplicitAny: the input's type is known where the tool is defined.
    input: any,
    call: Pick<Call<Services>, 'caller' | 'services' | 'now'>,
  ) => Promise<boolean>
  /** For a tool whose concurrent calls can share one statement. `handler` runs the calls that cannot. */
  readonly batch?: BatchedTool<Services>
  // biome-ignore lint/suspicious/noExplicitAny: `toolsFor` checks the input type where the tool is defined.
  readonly handler: (input: any, call: Call<Services>) => Promise<unknown>
}

/**
 * One kind of work that concurrent calls share, whatever their agents and workspaces. `run` uses one statement
 * for all items and settles each separately: a failed item has changed nothing and does not fail the others.
 */
export type CallBatch<Services, Item> = {
  /** Items with equal keys never share a batch: one statement cannot write the same row twice. */
  readonly conflictKey?: (item: Item) => string | undefined
  /**
   * For writes: what the item may have to wait for, such as its table. While another transaction holds the lock,
   * the items with this name run in batches of their own, so that other items do not wait.
   */
  readonly lockName?: (item: Item) => string
  /** For reads: items with equal keys get the same answer, so only the last of them is run. */
  readonly sameKey?: (item: Item) => string
  readonly run: (
    items: readonly Item[],
    services: Services,
  ) => Promise<readonly PromiseSettledResult<unknown>[]>
}

/** A call that shares a statement with others, and therefore has no separate `signal` and `services`. */
export type CallInBatch = Omit<Call<unknown>, 'services' | 'signal'>

/** How the calls of one tool take part in a `CallBatch`. */
export type BatchedTool<Services> = {
  // biome-ignore lint/suspicious/noExplicitAny: `itemOf` and `kind` agree on the type of an item.
  readonly kind: CallBatch<Services, any>
  /** The call's item; undefined for a call that must run alone. */
  readonly itemOf: (
    // biome-ignore lint/suspicious/noExplicitAny: the input's type is known where the tool is defined.
    input: any,
    call: CallInBatch,
  ) => unknown
}

type Definition<Services, Input extends TObject, Output extends TSchema> = {
  name: string
  description: string
  effect: Effect
  input: Input
  output: Output
  handler: (input: Static<Input>, call: Call<Services>) => Promise<Static<Output>>
} & Partial<
  Pick<
    Tool<Services>,
    | 'dangerous'
    | 'isAct'
    | 'timeoutSeconds'
    | 'methods'
    | 'defaults'
    | 'examples'
    | 'transactional'
    | 'openWorld'
    | 'version'
    | 'adapt'
    | 'uses'
    | 'replaces'
    | 'batch'
  >
>

const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Returns the `tool()` function for handlers that need `Services`. */
export const toolsFor =
  <Services>() =>
  <Input extends TObject, Output extends TSchema>(
    definition: Definition<Services, Input, Output>,
  ): Tool<Services> => {
    if (!NAME.test(definition.name))
      throw new Error(`Vendors reject the tool name ${quote(definition.name)}`)
    return {
      ...definition,
      input: withDefaultsOptional(definition.input),
      dangerous: definition.dangerous ?? false,
      isAct: definition.isAct ?? false,
      timeoutSeconds: definition.timeoutSeconds ?? 30,
      methods: definition.methods ?? ['POST'],
      defaults: definition.defaults ?? {},
      examples: definition.examples ?? [],
      transactional: definition.transactional ?? true,
      openWorld: definition.openWorld ?? false,
      uses: definition.uses ?? [],
    }
  }

/** A fixed group of tools, each with its own route under /v1/tools. */
export type ToolGroup<Services> = {
  readonly name: string
  readonly title: string
  readonly tools: readonly Tool<Services>[]
}

/** Tools that depend on a subject, such as a table or a toolset, and are built for each call. */
export type ToolFamily<Services> = {
  readonly name: string
  readonly title: string
  /** The query parameter that selects a subject in a descriptor request: `?table=ID`. */
  readonly binding: string
  /** The URL of a subject: `/v1/tables/:id`. */
  readonly path: (id: string) => string
  /** The tools without a subject, for the OpenAPI document and the documentation. */
  readonly genericTools: readonly Tool<Services>[]
  /** The subject's current tools. An unknown id and another workspace's id both give `not_found`. */
  readonly find: (
    id: string,
    call: Pick<Call<Services>, 'caller' | 'services'>,
  ) => Promise<readonly Tool<Services>[]>
  /**
   * The id and the name of a subject that is given by either. Descriptors contain the id, which
   * stays the same when the subject is renamed. Without it, the id is the name.
   */
  readonly identify?: (
    idOrName: string,
    call: Pick<Call<Services>, 'caller' | 'services'>,
  ) => Promise<{ readonly id: string; readonly name: string }>
  /** An error more specific than `unknown_tool` for a name that the subject does not have. */
  readonly explainMissing?: (
    id: string,
    name: string,
    call: Pick<Call<Services>, 'caller' | 'services'>,
  ) => Promise<ToolError | undefined>
}

/** A tool and its URL path. Calls, the path limits of keys and the call log all use `path`. */
// biome-ignore lint/suspicious/noExplicitAny: as for `Tool`.
export type RoutedTool<Services = any> = {
  readonly tool: Tool<Services>
  readonly path: string
}
