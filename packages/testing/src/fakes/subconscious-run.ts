/** A function tool as Subconscious documents it. */
export type FunctionTool = {
  readonly type: 'function'
  readonly name: string
  readonly description: string
  readonly url: string
  readonly method: 'POST' | 'GET'
  readonly timeout?: number
  readonly parameters: ObjectSchema
  readonly headers?: Readonly<Record<string, string>>
  readonly defaults?: Readonly<Record<string, unknown>>
}

type ObjectSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, PropertySchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

type PropertySchema = {
  readonly type: string
  readonly description: string
  readonly items?: PropertySchema
  readonly properties?: Readonly<Record<string, PropertySchema>>
}

/** One tool call of the scripted model. */
export type Hop = {
  readonly tool: string
  /** The arguments that the model writes, from the results of earlier hops. */
  readonly input: (results: readonly unknown[]) => Record<string, unknown>
  /** Sends the envelope with a request id in place of the bare arguments. */
  readonly envelope?: boolean
  /** How many answers get lost on the way, so that the platform repeats the call. */
  readonly lostAnswers?: number
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object']
const MAX_ATTEMPTS = 3
const DEFAULT_TIMEOUT_SECONDS = 30

/**
 * A run on a double of Subconscious: it checks the tools as the platform does, calls them by URL
 * with their method, headers, defaults and timeouts, repeats calls that failed on the way, and
 * hands each result to the next hop. `listTools` is asked before every hop.
 */
export async function runOnSubconscious(
  listTools: () => Promise<readonly unknown[]>,
  hops: readonly Hop[],
): Promise<unknown[]> {
  const results: unknown[] = []
  for (const [at, hop] of hops.entries()) {
    const tools = (await listTools()).map(checkTool)
    const tool = tools.find(({ name }) => name === hop.tool)
    if (tool === undefined) throw new Error(`The model has no tool '${hop.tool}'`)
    results.push(await callTool(tool, hop, hop.input(results), `hop-${at}`))
  }
  return results
}

/** Throws for a tool that the platform would reject. */
function checkTool(entry: unknown): FunctionTool {
  const tool = entry as FunctionTool
  const isComplete =
    tool.type === 'function' &&
    /^[\w-]{1,64}$/.test(tool.name) &&
    tool.description !== '' &&
    ['POST', 'GET'].includes(tool.method) &&
    URL.canParse(tool.url) &&
    Number.isInteger(tool.timeout ?? DEFAULT_TIMEOUT_SECONDS)
  if (!isComplete) throw new Error(`Invalid tool: ${JSON.stringify(entry)}`)
  checkProperties(tool.parameters.properties, tool.name)
  return tool
}

function checkProperties(properties: ObjectSchema['properties'], path: string): void {
  for (const [name, property] of Object.entries(properties))
    checkProperty(property, `${path}.${name}`)
}

function checkProperty(
  { type, description, items, properties }: PropertySchema,
  path: string,
): void {
  if (!TYPES.includes(type)) throw new Error(`${path} has the type ${JSON.stringify(type)}`)
  if (typeof description !== 'string' || description === '') {
    throw new Error(`${path} has no description`)
  }
  if (items !== undefined) checkProperty(items, `${path}[]`)
  if (properties !== undefined) checkProperties(properties, path)
}

async function callTool(
  tool: FunctionTool,
  hop: Hop,
  input: Record<string, unknown>,
  requestId: string,
): Promise<unknown> {
  checkInput(tool, input)
  const parameters = { ...input, ...tool.defaults }
  const body = hop.envelope
    ? { tool_name: tool.name, parameters, request_id: requestId, metadata: {} }
    : parameters
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(tool, body)
      const result: unknown = JSON.parse(await response.text())
      if (attempt <= (hop.lostAnswers ?? 0)) throw new Error('The answer was lost')
      if (response.status < 500 || attempt === MAX_ATTEMPTS) return result
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) return { error: (error as Error).message }
    }
  }
}

/** A model that is held to the schema sends neither unknown nor too few arguments. */
function checkInput({ name, parameters }: FunctionTool, input: Record<string, unknown>): void {
  const { properties, required = [], additionalProperties } = parameters
  const missing = required.filter((key) => !Object.hasOwn(input, key))
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(properties, key))
  if (missing.length > 0) throw new Error(`${name} needs ${missing.join(', ')}`)
  if (unknown.length > 0 && additionalProperties === false) {
    throw new Error(`${name} does not have ${unknown.join(', ')}`)
  }
}

function send(tool: FunctionTool, body: Record<string, unknown>): Promise<Response> {
  const signal = AbortSignal.timeout((tool.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000)
  const headers = { 'content-type': 'application/json', ...tool.headers }
  if (tool.method === 'POST') {
    return fetch(tool.url, { method: 'POST', headers, body: JSON.stringify(body), signal })
  }
  const url = new URL(tool.url)
  for (const [name, value] of Object.entries(body)) {
    for (const item of [value].flat()) {
      url.searchParams.append(name, typeof item === 'string' ? item : JSON.stringify(item))
    }
  }
  return fetch(url, { headers: tool.headers ?? {}, signal })
}
