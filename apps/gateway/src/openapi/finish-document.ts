import { exampleOf, type JsonSchema } from './example-of.ts'

/** Parameters that several operations share. Operations refer to them as components. */
const PARAMETERS = {
  result_from: {
    name: 'result_from',
    in: 'query',
    description: 'Continues a truncated answer. Its `truncation` contains the value to send.',
    schema: { type: 'integer', minimum: 0 },
  },
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer.',
    schema: { type: 'string', maxLength: 255 },
  },
  workspace: {
    name: 'x-workspace',
    in: 'header',
    description: 'With the root key: the workspace to act in. Default: `default`.',
    schema: { type: 'string' },
  },
  agent: {
    name: 'x-agent',
    in: 'header',
    description: 'With the root key: the agent to act as.',
    schema: { type: 'string' },
  },
}

type ParameterName = keyof typeof PARAMETERS
type Media = { schema?: JsonSchema; example?: unknown; examples?: object }
type Operation = {
  parameters?: { name?: string; $ref?: string }[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, { content?: Record<string, Media> }>
  'x-access'?: unknown
}
type Document = { paths?: object; components?: object }

/** Completes the document that is collected from the routes: shared parameters and examples. */
export function finishDocument(document: Document): object {
  const paths = Object.entries<Record<string, Operation>>({ ...document.paths })
  for (const [path, methods] of paths) {
    for (const operation of Object.values(methods)) {
      addParameters(operation, parametersOf(path, operation))
      for (const media of mediaOf(operation)) addExample(media)
    }
  }
  return { ...document, components: { ...document.components, parameters: PARAMETERS } }
}

function parametersOf(path: string, { 'x-access': access }: Operation): ParameterName[] {
  if (access === 'public') return []
  if (access === 'root') return path.startsWith('/v1/workspaces') ? [] : ['workspace']
  const isTool = path.includes('/tools/')
  return isTool ? ['result_from', 'idempotency_key', 'workspace', 'agent'] : ['workspace', 'agent']
}

/** A tool's own parameter of the same name takes precedence. */
function addParameters(operation: Operation, names: readonly ParameterName[]): void {
  const own = operation.parameters ?? []
  const added = names
    .filter((name) => !own.some((parameter) => parameter.name === PARAMETERS[name].name))
    .map((name) => ({ $ref: `#/components/parameters/${name}` }))
  if (added.length > 0) operation.parameters = [...own, ...added]
}

const mediaOf = ({ responses = {} }: Operation): Media[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => content['application/json'] ?? [])

function addExample(media: Media): void {
  if (media.schema === undefined || media.example !== undefined || media.examples !== undefined)
    return
  media.example = exampleOf(media.schema)
}
