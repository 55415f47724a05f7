import type { Permission } from '@quartermaster/module-runner'
import type { Effect, Method } from '@quartermaster/toolkit'
import type { UpstreamMethod } from './file-schema.ts'
import type { FolderProblem } from './folder-problem.ts'
import type { Schema } from './parameter-schema.ts'

/** The part of a URL request that carries an argument. */
export type ArgumentLocation = 'path' | 'query' | 'header' | 'body'

export type UrlTarget = {
  readonly kind: 'url'
  /** `{name}` is replaced by an argument. */
  readonly url: string
  readonly method: UpstreamMethod
  /** `${NAME}` is replaced by a secret. */
  readonly headers: Readonly<Record<string, string>>
  /** Other arguments go into the query for GET and DELETE, else into the body. */
  readonly locations: Readonly<Record<string, ArgumentLocation>>
  /** An argument that is the whole body. */
  readonly wholeBody?: string
}

export type FunctionSpec = {
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly timeoutSeconds: number
  readonly methods: readonly Method[]
  readonly effect: Effect
  readonly dangerous: boolean
  readonly defaults: Readonly<Record<string, unknown>>
  readonly target: { readonly kind: 'module' } | UrlTarget
}

/** A folder's manifest, checked and complete. */
export type Manifest = {
  readonly label: string
  readonly functions: readonly FunctionSpec[]
  /** Required and optional secrets. */
  readonly secrets: readonly string[]
  readonly optionalSecrets: readonly string[]
  /** Workspaces that may use the folder; null means all. */
  readonly workspaces: readonly string[] | null
  readonly permissions: readonly Permission[]
  /** Remarks for the author that do not keep the folder from working. */
  readonly warnings: readonly FolderProblem[]
  /** Line numbers in the file, in the order of `functions` and `secrets`. */
  readonly lines: {
    readonly functions: readonly (number | null)[]
    readonly secrets: readonly (number | null)[]
  }
}

export const needsModule = ({ functions }: Manifest): boolean =>
  functions.some(({ target }) => target.kind === 'module')
