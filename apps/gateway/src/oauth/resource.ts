import { SubjectQuery, type Subjects } from '../tool-call/select-tools.ts'
import { splitList } from '../tool-call/split-list.ts'

export const MCP_PATH = '/connect/mcp'

/** The connection that a client asks for, and the tools that its address selects. */
export type Resource = {
  readonly uri: string
  readonly subjects: Subjects
  readonly tools: readonly string[] | undefined
}

/**
 * Reads the `resource` parameter (RFC 8707): the address of the MCP endpoint, with its query if it has one.
 * Undefined for any other address, including those of this gateway.
 */
export function readResource(text: string | undefined, publicUrl: string): Resource | undefined {
  const own = publicUrl + MCP_PATH
  const url = URL.parse(text ?? own)
  if (url === null || url.origin + url.pathname !== own || url.hash !== '') return undefined
  const subjects: Subjects = Object.fromEntries(
    Object.keys(SubjectQuery)
      .map((binding) => [binding, url.searchParams.getAll(binding)] as const)
      .filter(([, ids]) => ids.length > 0),
  )
  const tools = url.searchParams.get('tools')
  return { uri: url.href, subjects, tools: tools === null ? undefined : splitList(tools) }
}
