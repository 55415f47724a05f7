/** What every tool's URL takes beside the arguments: described once, and named by each operation. */
const TOOL_PARAMETERS = {
  errors: {
    name: 'errors',
    in: 'query',
    description:
      '`inband`: a failure comes with status 200 and the body of the error, for hosts that drop the bodies of failures.',
    schema: { type: 'string', enum: ['inband'] },
  },
  result_from: {
    name: 'result_from',
    in: 'query',
    description: 'Continues an answer that was cut: its `truncation` says from where.',
    schema: { type: 'integer', minimum: 0 },
  },
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Whoever may repeat a call gives each a key: for 24 hours the same key and arguments get the stored answer.',
    schema: { type: 'string', maxLength: 255 },
  },
}

/** The arguments of a GET where the document cannot know them: each is a parameter of the query. */
const ANY_ARGUMENTS = {
  arguments: {
    name: 'arguments',
    in: 'query',
    description: 'The arguments of the tool, each by its own name.',
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: true },
  },
}

type Document = { paths?: object; components?: object }
type Methods = Record<string, { parameters?: { name?: string; $ref?: string }[] }>

/** Names the shared parameters in every operation of a tool that has none of its own by that name. */
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
