/** Parameters of every tool call. They are components that each operation refers to. */
const TOOL_PARAMETERS = {
  errors: {
    name: 'errors',
    in: 'query',
    description:
      '`inband` sends errors with status 200, for hosts that drop the body of error responses.',
    schema: { type: 'string', enum: ['inband'] },
  },
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
}

/** The query of a GET whose parameters are not known to the document. */
const ANY_ARGUMENTS = {
  arguments: {
    name: 'arguments',
    in: 'query',
    description: 'The arguments of the tool by name.',
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: true },
  },
}

type Document = { paths?: object; components?: object }
type Methods = Record<string, { parameters?: { name?: string; $ref?: string }[] }>

/** Adds the shared parameters to every tool operation, except where the tool has its own. */
export function withToolParameters(document: Document): object {
  for (const [path, methods] of Object.entries<Methods>({ ...document.paths })) {
    if (!path.includes('/tools/')) continue
    for (const [method, operation] of Object.entries(methods)) {
      const own = operation.parameters ?? []
      const isOpen = method === 'get' && path.endsWith('/{name}')
      const added = Object.entries({ ...TOOL_PARAMETERS, ...(isOpen && ANY_ARGUMENTS) })
        .filter(([, { name }]) => !own.some((parameter) => parameter.name === name))
        .map(([key]) => ({ $ref: `#/components/parameters/${key}` }))
      operation.parameters = [...own, ...added]
    }
  }
  const parameters = { ...TOOL_PARAMETERS, ...ANY_ARGUMENTS }
  return { ...document, components: { ...document.components, parameters } }
}
