import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { withDefaultsOptional } from '../schema/annotations.ts'
import type { Call } from './call.ts'
import type { ToolError } from './tool-error.ts'

export type Effect = 'read' | 'write' | 'destroy'
export type Method = 'POST' | 'GET'

export type Example = {
  readonly title: string
  readonly input: Record<string, unknown>
  readonly output?: unknown
}

/**
 * Everything there is to say about a tool. Its route, its OpenAPI operation, its page in the
 * documentation and every vendor's descriptor are read off this value.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of many inputs.
export type Tool<Services = any> = {
  readonly name: string
  readonly description: string
  readonly effect: Effect
  /** Callable only by agents whose allow-list names it. */
  readonly dangerous: boolean
  readonly timeoutSeconds: number
  readonly methods: readonly Method[]
  readonly input: TObject
  readonly output: TSchema
  /** Arguments the model never sees; they win over whatever it sends. */
  readonly defaults: Readonly<Record<string, unknown>>
  readonly examples: readonly Example[]
  /**
   * Whether a write is all in the database, and so can share one transaction with its
   * idempotency record; otherwise the record is written before and after it.
   */
  readonly transactional: boolean
  /**
   * For a tool that is made from something that changes: the state it was made from. Descriptors
   * carry it, so that a call can say which state its caller knew.
   */
  readonly version?: number
  /**
   * For a tool that stands in for another at a place: whose it is. A call that is repeated there
   * after somebody else has taken its place is another call.
   */
  readonly owner?: string
  /**
   * The arguments in the names that `input` has, before they are read by it. Throws for a call
   * that was made for another version of the tool.
   */
  readonly adapt?: (
    parameters: Record<string, unknown>,
    call: Pick<Call<Services>, 'caller' | 'services'> & { readonly version?: string },
  ) => Promise<Record<string, unknown>>
  /** For a tool whose concurrent calls can share one statement. `handler` runs the calls that cannot. */
  readonly batch?: BatchedTool<Services>
  // biome-ignore lint/suspicious/noExplicitAny: the input's type is known where the tool is defined.
  readonly handler: (input: any, call: Call<Services>) => Promise<unknown>
}

/**
 * One kind of work that concurrent calls share, whatever their agents and workspaces. `run` is one statement
 * for all items and settles each one by itself: a failed item has changed nothing and fails no other.
 */
export type CallBatch<Services, Item> = {
  /** Items with equal keys never share a batch: one statement cannot write the same row twice. */
  readonly conflictKey?: (item: Item) => string | undefined
  readonly run: (
    items: readonly Item[],
    services: Services,
  ) => Promise<readonly PromiseSettledResult<unknown>[]>
}

/** A call that shares a statement with others has no `signal` and no `services` of its own. */
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
    | 'timeoutSeconds'
    | 'methods'
    | 'defaults'
    | 'examples'
    | 'transactional'
    | 'version'
    | 'adapt'
    | 'batch'
  >
>

const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The function with which one family, whose handlers need these services, defines its tools. */
export const toolsFor =
  <Services>() =>
  <Input extends TObject, Output extends TSchema>(
    definition: Definition<Services, Input, Output>,
  ): Tool<Services> => {
    if (!NAME.test(definition.name)) throw new Error(`No vendor takes the name ${definition.name}`)
    return {
      ...definition,
      input: withDefaultsOptional(definition.input),
      dangerous: definition.dangerous ?? false,
      timeoutSeconds: definition.timeoutSeconds ?? 30,
      methods: definition.methods ?? ['POST'],
      defaults: definition.defaults ?? {},
      examples: definition.examples ?? [],
      transactional: definition.transactional ?? true,
    }
  }

/** Tools that are there as long as the process: one route each, under /v1/tools. */
export type ToolGroup<Services> = {
  readonly name: string
  readonly title: string
  readonly tools: readonly Tool<Services>[]
}

/** Tools that come and go with a subject (a table, a folder): made anew for every call. */
export type ToolFamily<Services> = {
  readonly name: string
  readonly title: string
  /** What binds a descriptor request to a subject: `?table=ID`. */
  readonly binding: string
  /** Where the subject stands in the URL: `/v1/tables/:id`. */
  readonly path: (id: string) => string
  /** Tools as any subject has them, for the OpenAPI document and the documentation. */
  readonly genericTools: readonly Tool<Services>[]
  /** The subject's tools now. An unknown and a foreign id fail alike, with `not_found`. */
  readonly find: (
    id: string,
    call: Pick<Call<Services>, 'caller' | 'services'>,
  ) => Promise<readonly Tool<Services>[]>
  /** Why the subject has no tool of this name, where there is more to say than that. */
  readonly explainMissing?: (
    id: string,
    name: string,
    call: Pick<Call<Services>, 'caller' | 'services'>,
  ) => Promise<ToolError | undefined>
}

/** A tool at its place: the path is what is called, what a key is limited to, and what is logged. */
// biome-ignore lint/suspicious/noExplicitAny: as with a tool of any family.
export type RoutedTool<Services = any> = {
  readonly tool: Tool<Services>
  readonly path: string
}
