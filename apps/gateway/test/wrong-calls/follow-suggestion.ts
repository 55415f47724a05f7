import { isObject } from '@quartermaster/toolkit'
import { catalog } from '../../src/catalog.ts'
import { correctJson } from './correct-json.ts'
import { type Outcome, pathOf } from './fixture.ts'
import { type Call, type HttpCall, isToolCall } from './wrong-call.ts'

/** Makes a call that a suggestion asks for before the corrected one. */
type Make = (call: Call) => Promise<Outcome>

type Answer = { readonly error: string; readonly suggestion: string; readonly code: string }

type Rule = (call: Call, answer: Answer, make: Make) => Promise<Call | undefined> | Call | undefined

/** The key that a caller without a valid one gets from the operator. */
export type Follower = { readonly key: string; readonly make: Make }

/**
 * The call after doing to the letter what the answer's `suggestion` says; undefined where it says
 * nothing that a program can do. The rules know the sentences that suggestions consist of, and
 * nothing about single calls.
 */
export async function followSuggestion(
  call: Call,
  outcome: Outcome,
  { key, make }: Follower,
): Promise<Call | undefined> {
  const answer = {
    error: String(outcome.body?.error ?? ''),
    suggestion: String(outcome.body?.suggestion ?? ''),
    code: String(outcome.body?.code ?? ''),
  }
  if (await callFirst(call, answer, make)) return call
  const rules = [correctText, sendKey(key), moveToBody, usePath, changeArguments, useName, lookUp]
  for (const rule of rules) {
    const next = await rule(call, answer, make)
    if (next !== undefined && JSON.stringify(next) !== JSON.stringify(call)) return next
  }
  return undefined
}

/** "line 1, column 2: use double quotes instead of single quotes" */
const correctText: Rule = (call, { error, suggestion }) => {
  if (isToolCall(call) || !(typeof call.body === 'string' || Array.isArray(call.body)))
    return undefined
  const corrected = typeof call.body === 'string' ? correctJson(call.body, error) : undefined
  const body = corrected ?? objectIn(suggestion)
  return body === undefined ? undefined : { ...call, body }
}

/** 'Send a valid key as "Authorization: Bearer KEY" …' */
const sendKey =
  (key: string): Rule =>
  (call, { suggestion, code }) => {
    if (code !== 'unauthorized' || !suggestion.includes('Authorization: Bearer KEY'))
      return undefined
    const { 'x-api-key': _, ...headers } = (isToolCall(call) ? {} : call.headers) ?? {}
    return { ...toHttp(call), key: null, headers: { ...headers, authorization: `Bearer ${key}` } }
  }

/** "Send them in the body: {…}" */
const moveToBody: Rule = (call, { suggestion }) => {
  if (isToolCall(call) || !suggestion.startsWith('Send them in the body: ')) return undefined
  const body = { ...(isObject(call.body) && call.body), ...objectIn(suggestion) }
  return { ...call, path: call.path.replace(/\?.*/, ''), body }
}

/** "Call POST /v1/tables/{id}/tools/NAME.", "Did you mean GET /v1/agents?", "Send the call as POST." */
const usePath: Rule = async (call, { suggestion }, make) => {
  const http = toHttp(call)
  const [, method] = /Send the call as ([A-Z]+)\./.exec(suggestion) ?? []
  if (method !== undefined) return { ...http, method: method as HttpCall['method'] }
  const [, subject] = /Connect to \/mcp\?(\w+)=ID/.exec(suggestion) ?? []
  if (subject !== undefined && isToolCall(call)) {
    const at = { [subject]: String(lastId(await make({ method: 'GET', path: `/v1/${subject}s` }))) }
    return { ...call, at }
  }
  if (suggestion.startsWith('Connect to /mcp, ') && isToolCall(call)) {
    return { tool: call.tool, input: call.input }
  }
  const [, tool, input] = /Call (\w+) for it: (\{.*\})/.exec(suggestion) ?? []
  if (tool !== undefined && isToolCall(call))
    return { ...call, tool, input: JSON.parse(input ?? '') }
  const route = /(?:Call|Did you mean) ([A-Z]+) (\/v1\/[^\s?]+?)[.?]?(?: |$)/.exec(suggestion)
  if (route === null || (route[1] === 'GET' && http.method !== 'GET')) return undefined
  const [, plural] = /\/v1\/(\w+)\/\{id\}/.exec(route[2] ?? '') ?? []
  const id = plural && lastId(await make({ method: 'GET', path: `/v1/${plural}` }))
  return {
    ...http,
    method: route[1] as HttpCall['method'],
    path: String(route[2]).replace('{id}', String(id)),
  }
}

/** "Call define_columns first.", "Choose a toolset first: PUT /v1/threads/t1/agent {…}." */
async function callFirst(call: Call, { suggestion }: Answer, make: Make): Promise<boolean> {
  const [, tool] = /Call (\w+) first\b/.exec(suggestion) ?? []
  const [, method, path] = /first: (PUT|POST) (\/v1\/\S+) (?=\{)/.exec(suggestion) ?? []
  if (path !== undefined) {
    await make({ method: method as HttpCall['method'], path, body: objectIn(suggestion) })
    return true
  }
  if (tool === undefined || !isToolCall(call)) return false
  const tools = catalog.families.flatMap(({ genericTools }) => genericTools)
  const example = tools.find(({ name }) => name === tool)?.examples[0]
  await make({ ...call, tool, input: example?.input ?? {} })
  return true
}

/** "Put 'a' into 'b': {…}", "Make one call for each item of 'a', the first with {…}", "Rename 'a' to 'b': {…}", "Leave out 'a'.", "Send {…}.", 'Send "a": […].', "Example: {…}" */
const changeArguments: Rule = (call, { suggestion, error }) => {
  const { args, put } = argumentsOf(call)
  if (args === undefined) return undefined
  const next: Record<string, unknown> = structuredClone(args)
  const given = objectIn(suggestion)
  const [, member = '', value] = /set (\w+) to '([^']+)'/.exec(suggestion) ?? []
  if (value !== undefined) return put({ ...args, [member]: value })
  const isWholeCall =
    /^Rename |^Move |^Put |^Make one call |^Send the arguments alone: |Example of a valid call: \{/.test(
      suggestion,
    )
  if (given !== undefined && isWholeCall && !suggestion.includes('Example: ')) return put(given)

  for (const [, from = '', to = '', list, item] of suggestion.matchAll(
    /'([^']+)' to '([^']+)'( and send a list)?( and send its only item)?/g,
  )) {
    const steps = from.split(/[.[\]]+/)
    const name = steps.pop() ?? ''
    const parent = steps.reduce<unknown>((value, step) => memberOf(value, step), next)
    if (!isObject(parent) || !Object.hasOwn(parent, name)) continue
    const value = parent[name]
    parent[to] = list ? [value] : item ? [value].flat()[0] : value
    delete parent[name]
  }
  for (const [, name = ''] of suggestion.matchAll(/(?:[Ll]eave out|[Rr]emove) '([^']+)'/g)) {
    removeAt(next, name.split(/[.[\]]+/))
  }
  const [, from = '', to] =
    /Send the value of '(\w+)' as (?:one of )?'(\w+)'/.exec(suggestion) ?? []
  if (to !== undefined && Object.hasOwn(next, from)) {
    next[to] = next[from]
    delete next[from]
  }
  if (given === undefined) {
    for (const [, name = '', value] of pairsIn(suggestion)) next[name] = value
  } else {
    Object.assign(next, given)
    // The example has the argument in its right form, so the unknown one is not needed.
    for (const [, name = ''] of error.matchAll(/Unknown parameter '([^']+)'/g)) delete next[name]
  }
  return put(next)
}

const memberOf = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined

function removeAt(value: Record<string, unknown>, [step = '', ...rest]: string[]): void {
  const inside = value[step]
  if (rest.length === 0) delete value[step]
  else if (isObject(inside) || Array.isArray(inside)) {
    removeAt(inside as Record<string, unknown>, rest)
  }
}

/** "Did you mean 'Sales'?", "Use one of: a, b.": in place of the name that the error quotes. */
const useName: Rule = (call, { suggestion, error }) => {
  const [, meant = /Use one of: ([\w-]+)/.exec(suggestion)?.[1]] =
    /Did you mean '([^']+)'\?/.exec(suggestion) ?? []
  return meant === undefined ? undefined : replaceWrongName(call, error, meant)
}

/** "Call promptyoself_list to see …", "GET /v1/agents lists …": an entry of the list. */
const lookUp: Rule = async (call, { suggestion, error }, make) => {
  const [, path] = /GET (\/v1\/[\w/-]+)/.exec(suggestion) ?? []
  const [, tool] = /\b([a-z]+_[a-z_]+)\b (?:lists|shows|to see|to list)/.exec(suggestion) ?? []
  if (path === undefined && tool === undefined) return undefined
  const at = isToolCall(call) ? { at: call.at } : {}
  const look: Call =
    tool === undefined
      ? { method: 'GET', path: String(path) }
      : ({ ...at, tool, input: {} } as Call)
  const list = await make(look)
  const id = lastId(list)
  // An empty list answers the question: there is nothing that the call could name.
  if (id === undefined) return look
  const quoted = `${error} ${suggestion}`
  return replaceWrongName(call, error, id) ?? inPath(call, path, id) ?? withAdded(call, quoted, id)
}

const toHttp = (call: Call): HttpCall =>
  isToolCall(call) ? { method: 'POST', path: pathOf(call), body: call.input } : call

function argumentsOf(call: Call) {
  if (isToolCall(call)) {
    return { args: call.input, put: (input: Record<string, unknown>): Call => ({ ...call, input }) }
  }
  const { pathname, searchParams } = new URL(call.path, 'http://gateway')
  if (call.method === 'GET' || searchParams.size > 0) {
    const put = (query: Record<string, unknown>): Call => {
      const search = new URLSearchParams(query as Record<string, string>)
      return { ...call, path: search.size > 0 ? `${pathname}?${search}` : pathname }
    }
    return { args: Object.fromEntries(searchParams) as Record<string, unknown>, put }
  }
  const body = call.body ?? {}
  return {
    args: isObject(body) ? body : undefined,
    put: (args: Record<string, unknown>): Call => ({ ...call, body: args }),
  }
}

/** Replaces the first quoted name or number of the error that occurs in the call. */
function replaceWrongName(call: Call, error: string, by: unknown): Call | undefined {
  const text = JSON.stringify(call)
  const names = [...error.matchAll(/'([^']+)'|\b(\d+)\b/g)].map(
    ([, name, number]) => name ?? number,
  )
  const wrong = names.find((name) => name !== undefined && text.includes(name))
  if (wrong === undefined) return undefined
  const replaced = JSON.parse(text, (_, value: unknown) => {
    if (value === wrong || String(value) === wrong) return by
    const isPath = typeof value === 'string' && value.startsWith('/')
    return isPath ? value.replace(encodeURIComponent(wrong), encodeURIComponent(String(by))) : value
  })
  return JSON.stringify(replaced) === text ? undefined : (replaced as Call)
}

/** Replaces the id that follows the path of the list. */
function inPath(call: Call, list: string | undefined, id: unknown): Call | undefined {
  if (isToolCall(call) || list === undefined) return undefined
  const path = call.path.replace(new RegExp(`^${list}/[^/]+`), `${list}/${id}`)
  return path === call.path ? undefined : { ...call, path }
}

/** Sets the argument that is missing or wrong. */
function withAdded(call: Call, error: string, value: unknown): Call | undefined {
  const [, name] = /(?:[Pp]arameter|Add|Correct) '(\w+)'/.exec(error) ?? []
  const { args, put } = argumentsOf(call)
  return name === undefined || args === undefined ? undefined : put({ ...args, [name]: value })
}

/** The id, or the name, of the last entry in an answer's list. */
function lastId({ body }: Outcome): unknown {
  const lists = isObject(body) ? Object.values(body).filter(Array.isArray) : []
  const list = lists.find(({ length }) => length > 0) ?? []
  // A caller knows which entry it means; here any will do that has nothing to lose.
  const entry = list.find((item) => isObject(item) && item.has_row === false) ?? list.at(-1)
  return isObject(entry) ? (entry.id ?? entry.document_id ?? entry.name ?? entry.key) : entry
}

/** The first JSON object in a text. */
function objectIn(text: string): Record<string, unknown> | undefined {
  const start = text.indexOf('{')
  for (
    let end = text.lastIndexOf('}');
    start >= 0 && end > start;
    end = text.lastIndexOf('}', end - 1)
  ) {
    const value = parsed(text.slice(start, end + 1))
    if (isObject(value)) return value
  }
  return undefined
}

/** `"filters": […]` and `limit=10` in a text. */
function pairsIn(text: string): [string, string, unknown][] {
  const query = [...text.matchAll(/(?:^|[ &])(\w+)=([^\s&.]+)/g)].map(
    ([pair, name = '', value = '']): [string, string, unknown] => [
      pair,
      name,
      decodeURIComponent(value),
    ],
  )
  const json = [...text.matchAll(/"(\w+)": (?=[["{\dtf])/g)].flatMap(
    (match): [string, string, unknown][] => {
      const rest = text.slice(match.index + match[0].length)
      for (let end = rest.length; end > 0; end--) {
        const value = parsed(rest.slice(0, end))
        if (value !== undefined) return [[match[0], match[1] ?? '', value]]
      }
      return []
    },
  )
  return [...query, ...json]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
