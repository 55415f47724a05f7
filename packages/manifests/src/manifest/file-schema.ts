import { PERMISSIONS } from '@quartermaster/module-runner'
import { strictType } from '@quartermaster/toolkit'
import { type Static, type TSchema, Type } from '@sinclair/typebox'

const Text = (description: string, more = {}) =>
  Type.String({ description, minLength: 1, ...more, [strictType]: true })

const Choice = <Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description, [strictType]: true })

const Open = <Value extends TSchema>(description: string, values: Value) =>
  Type.Record(Type.String(), values, { description, [strictType]: true })

const Texts = (description: string) =>
  Type.Array(Type.String({ [strictType]: true }), { description, [strictType]: true })

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type UpstreamMethod = (typeof METHODS)[number]

/** What may be said of one function, or once for all of them. */
const Settings = {
  timeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 600,
      description: 'Seconds a call may take; 30 unless told.',
      [strictType]: true,
    }),
  ),
  method: Type.Optional(
    Choice(METHODS, 'GET: it only reads, and can be called by GET as well. How a url is called.'),
  ),
  effect: Type.Optional(
    Choice(['read', 'write', 'destroy'] as const, 'What a call does; write unless told.'),
  ),
  dangerous: Type.Optional(
    Type.Boolean({ description: 'Only for agents whose allow-list names it.', [strictType]: true }),
  ),
  defaults: Type.Optional(
    Open('Arguments that no model sees and none can change.', Type.Unknown()),
  ),
  headers: Type.Optional(
    Open(
      'Sent to a url; a name in braces after a dollar sign stands for a secret.',
      Type.String({ [strictType]: true }),
    ),
  ),
}

const FunctionEntry = Type.Object(
  {
    name: Text('What a model calls.'),
    description: Type.Optional(Text('What it does and when to use it, for the model.')),
    parameters: Type.Optional(Open('JSON Schema of the arguments.', Type.Unknown())),
    url: Type.Optional(Text('The address that is called instead of the module.')),
    ...Settings,
  },
  { additionalProperties: false, [strictType]: true },
)

const OpenApi = Type.Object(
  {
    file: Text('An OpenAPI 3 document in this folder.'),
    operations: Type.Optional(Texts('Only these, by operationId.')),
    server: Type.Optional(Text('The base address, in place of the document’s own.')),
  },
  { additionalProperties: false, [strictType]: true },
)

/** `manifest.yaml`, as it is written. */
export const ManifestFile = Type.Object(
  {
    tool_human_name: Type.Optional(Text('The name that people choose it by.')),
    tool_name: Type.Optional(Text('The same, where tool_human_name is missing.')),
    tool_list: Type.Optional(
      Type.Array(FunctionEntry, { description: 'The functions.', [strictType]: true }),
    ),
    openapi: Type.Optional(Type.Union([Text('The document’s file name.'), OpenApi])),
    secrets: Type.Optional(Texts('Names of what the operator sets for this folder alone.')),
    permissions: Type.Optional(
      Type.Array(Choice(PERMISSIONS, 'What the module may use beyond its own folder.'), {
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
