import { PERMISSIONS } from '@quartermaster/module-runner'
import { strictType } from '@quartermaster/toolkit'
import { type Static, type TSchema, Type } from '@sinclair/typebox'

const Text = (description: string, more = {}) =>
  Type.String({ description, minLength: 1, ...more, [strictType]: true })

const Choice = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description, [strictType]: true })

const Open = <Value extends TSchema>(description: string, values: Value) =>
  Type.Record(Type.String(), values, { description, [strictType]: true })

const Texts = (description: string) =>
  Type.Array(Type.String({ [strictType]: true }), { description, [strictType]: true })

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type UpstreamMethod = (typeof METHODS)[number]

/** Keys of one function, or at the top of the manifest for all functions. */
const Settings = {
  timeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 600,
      description: 'Seconds a call may take; the default is 30.',
      [strictType]: true,
    }),
  ),
  method: Type.Optional(
    Choice(
      METHODS,
      'GET: the function only reads and can also be called with GET. For a url: the HTTP method.',
    ),
  ),
  effect: Type.Optional(
    Choice(['read', 'write', 'destroy'] as const, 'What a call does; the default is write.'),
  ),
  dangerous: Type.Optional(
    Type.Boolean({
      description: 'Only agents whose allow-list names the function may call it.',
      [strictType]: true,
    }),
  ),
  defaults: Type.Optional(Open('Arguments that models neither see nor change.', Type.Unknown())),
  headers: Type.Optional(
    Open(
      'Headers for a url; a name in braces after a dollar sign is replaced by that secret.',
      Type.String({ [strictType]: true }),
    ),
  ),
}

const FunctionEntry = Type.Object(
  {
    name: Text('The name that a model calls.'),
    description: Type.Optional(Text('What it does and when to use it, for the model.')),
    parameters: Type.Optional(Open('JSON Schema of the arguments.', Type.Unknown())),
    url: Type.Optional(Text('The URL that is called instead of the module.')),
    ...Settings,
  },
  { additionalProperties: false, [strictType]: true },
)

const OpenApi = Type.Object(
  {
    file: Text('An OpenAPI 3 document in this folder.'),
    operations: Type.Optional(Texts('Only these, by operationId.')),
    server: Type.Optional(Text('The base URL; replaces the one in the document.')),
  },
  { additionalProperties: false, [strictType]: true },
)

/** The contents of `manifest.yaml`. */
export const ManifestFile = Type.Object(
  {
    tool_human_name: Type.Optional(Text('The name that people choose the folder by.')),
    tool_name: Type.Optional(Text('Used if tool_human_name is missing.')),
    tool_list: Type.Optional(
      Type.Array(FunctionEntry, { description: 'The functions.', [strictType]: true }),
    ),
    openapi: Type.Optional(Type.Union([Text('The document’s file name.'), OpenApi])),
    secrets: Type.Optional(Texts('Names of secrets that the operator sets for this folder.')),
    optional_secrets: Type.Optional(Texts('Secrets that the folder also works without.')),
    workspaces: Type.Optional(
      Texts('Workspaces that may use the folder; "*" means all. Without it, all workspaces may.'),
    ),
    permissions: Type.Optional(
      Type.Array(Choice(PERMISSIONS, 'Access that the module has beyond its own folder.'), {
        [strictType]: true,
      }),
    ),
    ...Settings,
  },
  { additionalProperties: false, [strictType]: true },
)

export type ManifestFile = Static<typeof ManifestFile>
export type FunctionEntry = Static<typeof FunctionEntry>
export type OpenApiImport = Static<typeof OpenApi>
