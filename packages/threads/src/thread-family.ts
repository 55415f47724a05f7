import {
  type Call,
  type Caller,
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
  /** Why a thread has no tool of this name. */
  readonly explainMissing: (
    id: string,
    name: string,
    call: FindCall,
  ) => Promise<ToolError | undefined>
}

// The gateway answers at the deadline; what it ends then takes a moment longer.
const MARGIN_MS = 10_000

/** The functions of the folders that are active in a thread: /v1/threads/ID/tools/NAME. */
export const threadFamily: ThreadFamily = {
  name: 'threads',
  title: 'Threads',
  binding: 'thread',
  path: (id) => subjectPath('threads', id),
  genericTools: [],

  find: async (id, { caller, services: { db, toolsets } }) => {
    // A name that no thread can have is that of one in which nothing was chosen.
    if (!isThreadId(id)) return []
    const key = threadKey(caller, id)
    const thread = await findThread(db, key)
    const found = new Map<string, Tool<ThreadServices>>()
    for (const toolset of thread?.toolsets ?? []) {
      for (const tool of toolsets.tools(toolset, id) ?? []) {
        if (!found.has(tool.name)) found.set(tool.name, inThread(tool, key, toolset))
      }
    }
    return [...found.values()]
  },

  explainMissing: async (id, _name, { caller, services: { db, toolsets } }) => {
    const thread = isThreadId(id) ? await findThread(db, threadKey(caller, id)) : undefined
    const active = thread?.toolsets ?? []
    if (active.some((toolset) => toolsets.tools(toolset) !== undefined)) return undefined
    const message =
      active.length === 0
        ? 'This thread has no tools: no agent is chosen.'
        : `This thread has no tools: its agent '${active.join("', '")}' is not there any more.`
    return new ToolError('unknown_tool', message, {
      suggestion: `Choose an agent first: PUT ${threadFamily.path(id)}/agent with the name of one that GET /v1/toolsets lists.`,
    })
  },
}

export const threadKey = ({ workspaceId, agent }: Caller, threadId: string): ThreadKey => ({
  workspaceId,
  agent,
  threadId,
})

/** The same tool, known to the thread for as long as it runs. */
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
      throw new ToolError('conflict', 'The agent of this thread was changed in this moment.')
    }
    try {
      return await tool.handler(input, call)
    } finally {
      await endCall(db, key.workspaceId, running).catch((error) => {
        call.log.warn({ err: error }, 'a call of a thread has ended and could not be noted')
      })
    }
  },
})
