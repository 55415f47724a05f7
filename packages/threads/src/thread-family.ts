import { unknownFunction, type VisibleToolsets, visibleToolsets } from '@quartermaster/manifests'
import {
  type Call,
  type Caller,
  stringifyJson,
  subjectPath,
  type Tool,
  ToolError,
  type ToolFamily,
} from '@quartermaster/toolkit'
import { beginCall, endCall } from './queries/thread-calls.ts'
import { findThread, type ThreadKey } from './queries/threads.ts'
import type { ThreadServices } from './services.ts'
import { isThreadId } from './thread-id.ts'

type FindCall = Pick<Call<ThreadServices>, 'caller' | 'services'>

type ThreadFamily = ToolFamily<ThreadServices> & {
  readonly explainMissing: (id: string, name: string, call: FindCall) => Promise<ToolError>
}

// A call that reaches its deadline is answered then, but ends slightly later.
const MARGIN_MS = 10_000

/** The functions of the active toolsets of a thread: /v1/threads/ID/tools/NAME. */
export const threadFamily: ThreadFamily = {
  name: 'threads',
  title: 'Threads',
  binding: 'thread',
  path: (id) => subjectPath('threads', id),
  genericTools: [],

  find: async (id, { caller, services }) => {
    // An invalid thread id behaves like a thread without an active toolset.
    if (!isThreadId(id)) return []
    const toolsets = visibleToolsets(services.toolsets, caller)
    const key = threadKey(caller, id)
    const thread = await findThread(services.db, key)
    await toolsets.loaded
    const found = new Map<string, Tool<ThreadServices>>()
    for (const toolset of thread?.toolsets ?? []) {
      for (const tool of toolsets.tools(toolset, id) ?? []) {
        if (!found.has(tool.name)) found.set(tool.name, inThread(tool, key, toolset))
      }
    }
    return [...found.values()]
  },

  explainMissing: async (id, name, { caller, services }) => {
    const toolsets = visibleToolsets(services.toolsets, caller)
    const thread = isThreadId(id) ? await findThread(services.db, threadKey(caller, id)) : undefined
    const active = thread?.toolsets ?? []
    const tools = active.flatMap((toolset) => toolsets.tools(toolset) ?? [])
    const names = `'${active.join("', '")}'`
    if (tools.length > 0) return unknownFunction(`The active toolset ${names}`, name, tools)
    const message =
      active.length === 0
        ? 'This thread has no tools: no toolset is active.'
        : `This thread has no tools: its toolset ${names} no longer exists.`
    return new ToolError('unknown_tool', message, {
      suggestion: suggestToolset(`${threadFamily.path(id)}/agent`, name, toolsets),
    })
  },
}

/** Names the toolset that has the function, if there is one. */
function suggestToolset(path: string, name: string, toolsets: VisibleToolsets): string {
  const all = toolsets.list()
  const owner = all.find(({ id }) => toolsets.tools(id)?.some((tool) => tool.name === name))
  const [choice] = owner === undefined ? all : [owner]
  if (choice === undefined) return 'There are no toolsets. Ask the operator for one.'
  const body = stringifyJson({ name: choice.id })
  return `Choose a toolset first: PUT ${path} ${body}. GET /v1/toolsets lists all names.`
}

export const threadKey = ({ workspaceId, agent }: Caller, threadId: string): ThreadKey => ({
  workspaceId,
  agent,
  threadId,
})

/** Records the call while it runs, so that the active toolset cannot be switched before it ends. */
const inThread = (
  tool: Tool<ThreadServices>,
  key: ThreadKey,
  toolset: string,
): Tool<ThreadServices> => ({
  ...tool,
  owner: toolset,
  handler: async (input, call) => {
    const { db } = call.services
    const endsBy = new Date(call.now.getTime() + tool.timeoutSeconds * 1000 + MARGIN_MS)
    const running = await beginCall(db, key, toolset, endsBy)
    if (running === undefined) {
      throw new ToolError('conflict', 'The active toolset of this thread has just been changed.')
    }
    try {
      return await tool.handler(input, call)
    } finally {
      await endCall(db, key.workspaceId, running).catch((error) => {
        call.log.warn({ err: error }, 'the end of a thread’s call could not be recorded')
      })
    }
  },
})
