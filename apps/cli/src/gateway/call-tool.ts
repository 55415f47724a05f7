import { parseJson } from '@quartermaster/toolkit/json'
import { CommandError } from '../exit.ts'
import type { Connection } from './connection.ts'
import { type Entry, listAll } from './list.ts'
import { refused, send } from './request.ts'

export type Subject = { table?: string; document?: string; toolset?: string; thread?: string }

const COLLECTIONS = {
  table: 'tables',
  document: 'documents',
  toolset: 'toolsets',
  thread: 'threads',
} as const

/**
 * Calls a tool by its name (with a subject, by the subject's path), by `FOLDER/NAME` for a tool
 * of a toolset, or by its whole path.
 */
export async function callTool(
  connection: Connection,
  tool: string,
  input: unknown,
  subject: Subject = {},
): Promise<string> {
  const post = (path: string) => send(connection, path, { method: 'POST', body: input })
  const answer = await post(pathOf(tool, subject))
  if (answer.status !== 404 || !isPlain(tool, subject)) {
    if (answer.status >= 400) throw refused(answer)
    return answer.text
  }
  // Tools of toolsets are listed under names that are unique among all tools of the key.
  const path = await findPath(connection, tool)
  if (path === undefined) throw refused(answer)
  const second = await post(path)
  if (second.status >= 400) throw refused(second)
  return second.text
}

const isPlain = (tool: string, subject: Subject): boolean =>
  Object.keys(subject).length === 0 && !tool.includes('/')

function pathOf(tool: string, subject: Subject): string {
  const [binding, ...others] = Object.keys(subject) as (keyof Subject)[]
  if (others.length > 0) {
    throw new CommandError('usage', 'Pass one of --table, --document, --toolset and --thread.')
  }
  if (tool.startsWith('/')) return tool
  if (binding !== undefined) {
    const id = encodeURIComponent(subject[binding] ?? '')
    return `/v1/${COLLECTIONS[binding]}/${id}/tools/${encodeURIComponent(tool)}`
  }
  const [folder, name] = tool.split('/')
  return name === undefined
    ? `/v1/tools/${encodeURIComponent(tool)}`
    : `/v1/toolsets/${encodeURIComponent(folder ?? '')}/tools/${encodeURIComponent(name)}`
}

async function findPath(connection: Connection, name: string): Promise<string | undefined> {
  const tools = await listAll(connection, '/v1/tools', 'tools')
  return tools.find((tool) => tool.name === name)?.path as string | undefined
}

/** The answer of a tool as a JSON object. */
export const callForObject = async (
  connection: Connection,
  tool: string,
  input: unknown,
): Promise<Entry> => parseJson(await callTool(connection, tool, input)) as Entry
