export type Schema = { readonly [keyword: string]: unknown }

/** One operation of an OpenAPI document. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The rule of the route: `public`, `any-key`, `workspace`, `root` or `{ tool }`. */
  readonly access: unknown
  readonly pathParameters: readonly string[]
  readonly query: Readonly<Record<string, Schema>>
  readonly body: Schema | undefined
  /** A body that the operation accepts, if the document has one. */
  readonly example: unknown
  readonly isTool: boolean
}

type Parameter = { name: string; in: string; schema?: Schema }
type Content = {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown }>
}
type RawOperation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, Content> }
  'x-access'?: unknown
}

/** All operations of the document, in its order. */
export function operationsOf(document: {
  paths: Record<string, Record<string, RawOperation>>
}): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId, parameters = [], requestBody } = operation
      if (operationId === undefined) return []
      const content = requestBody?.content?.['application/json']
      const query = parameters.filter((parameter) => parameter.in === 'query')
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        access: operation['x-access'],
        pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
        query: Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema])),
        body: content?.schema,
        example: exampleOf(content),
        isTool: /\/tools\/[^/]+$/.test(path),
      }
    }),
  )
}

function exampleOf({ schema, example, examples = {} }: Content = {}): unknown {
  const [inSchema] = (schema?.examples ?? []) as unknown[]
  return example ?? Object.values(examples)[0]?.value ?? inSchema
}
