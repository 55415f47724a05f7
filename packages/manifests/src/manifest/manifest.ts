import type { Permission } from '@quartermaster/module-runner'
import type { Effect, Method } from '@quartermaster/toolkit'
import type { UpstreamMethod } from './file-schema.ts'
import type { FolderProblem } from './folder-problem.ts'
import type { Schema } from './parameter-schema.ts'

/** Where an argument goes in a request to a url. */
export type Place = 'path' | 'query' | 'header' | 'body'

export type UrlTarget = {
  readonly kind: 'url'
  /** With `{name}` where an argument stands in the path. */
  readonly url: string
  readonly method: UpstreamMethod
  /** With `${NAME}` where a secret stands. */
  readonly headers: Readonly<Record<string, string>>
  /** Arguments that are not named here go where the method puts them. */
  readonly places: Readonly<Record<string, Place>>
  /** The one argument that is the whole body, where there is such. */
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

/** What a folder says of itself, checked and complete. */
export type Manifest = {
  readonly label: string
  readonly functions: readonly FunctionSpec[]
  readonly secrets: readonly string[]
  readonly permissions: readonly Permission[]
  /** What its author should know, although it works. */
  readonly warnings: readonly FolderProblem[]
  /** Where in the file each of its functions and secrets stands. */
  readonly lines: {
    readonly functions: readonly (number | null)[]
    readonly secrets: readonly (number | null)[]
  }
}

export const needsModule = ({ functions }: Manifest): boolean =>
  functions.some(({ target }) => target.kind === 'module')
