import { type Database, inTransaction } from '@quartermaster/db'
import type { Toolsets } from '@quartermaster/manifests'
import { DISABLED, findToolset } from '@quartermaster/manifests'
import { ToolError } from '@quartermaster/toolkit'
import { clearMessages } from './queries/messages.ts'
import { isCallRunning } from './queries/thread-calls.ts'
import { claimThread, findThread, saveChoice, type ThreadKey } from './queries/threads.ts'
import { type Choice, switchToolset, type ThreadMode, type Wanted } from './switch-toolset.ts'

export type Request = {
  readonly name?: string
  readonly names?: readonly string[]
  readonly mode?: ThreadMode
}

/** The agent of a thread, as it is shown. */
export type ShownAgent = {
  readonly thread_id: string
  /** The folder's id, `Disabled`, or null where nothing was chosen yet. */
  readonly name: string | null
  readonly label: string | null
  readonly mode: ThreadMode
  readonly active: readonly { id: string; label: string }[]
}

export type Chosen = ShownAgent & {
  readonly changed: boolean
  readonly history_cleared: boolean
  readonly messages_cleared: number
  readonly message: string
}

type Services = { readonly db: Database; readonly toolsets: Toolsets; readonly now: Date }

const TIMEOUT_MS = 10_000

export async function showActiveToolset(
  { db, toolsets }: Pick<Services, 'db' | 'toolsets'>,
  key: ThreadKey,
): Promise<ShownAgent> {
  const thread = await findThread(db, key)
  return show(toolsets, key, thread ?? { mode: 'one', toolsets: null })
}

/** The `/agent` command: chooses the folder whose functions a thread may call. */
export async function chooseActiveToolset(
  { db, toolsets, now }: Services,
  key: ThreadKey,
  request: Request,
): Promise<Chosen> {
  // Before anything is cleared: what cannot be chosen changes nothing.
  const wanted = await readRequest(toolsets, request)
  return inTransaction(db, TIMEOUT_MS, async (trx) => {
    const thread = await claimThread(trx, key)
    const next = switchToolset(thread, wanted)
    if (next.mode === 'one' && (next.toolsets?.length ?? 0) > 1) {
      throw new ToolError('invalid_input', 'In the mode "one" a thread has one agent at a time.', {
        suggestion: 'Send the one to keep as name, or the mode "many".',
      })
    }
    refuseClash(toolsets, next)
    if (!next.isAlreadySet && (await isCallRunning(trx, thread, now))) {
      throw new ToolError('in_flight', 'A call of this thread is still running.', {
        suggestion: 'Choose the agent once the call has ended.',
        headers: { 'retry-after': '1' },
      })
    }
    const cleared = next.clearsHistory ? await clearMessages(trx, thread) : 0
    if (!next.isAlreadySet) await saveChoice(trx, thread, next)
    const shown = show(toolsets, key, next)
    return {
      ...shown,
      changed: !next.isAlreadySet,
      history_cleared: next.clearsHistory,
      messages_cleared: cleared,
      message: describe(shown, next, cleared),
    }
  })
}

async function readRequest(toolsets: Toolsets, { name, names, mode }: Request): Promise<Wanted> {
  if (name !== undefined && names !== undefined) {
    throw new ToolError('invalid_input', "Send either 'name' or 'names', not both.")
  }
  if (name === undefined && names === undefined && mode === undefined) {
    throw new ToolError('invalid_input', "Missing required parameter 'name'.", {
      suggestion: `Add 'name': the id or label of an agent that GET /v1/toolsets lists, or "${DISABLED}".`,
    })
  }
  return {
    ...(mode !== undefined && { mode }),
    ...(name !== undefined && { toolset: { id: (await findToolset(toolsets, name))?.id } }),
    ...(names !== undefined && { toolsets: await readNames(toolsets, names) }),
  }
}

async function readNames(toolsets: Toolsets, names: readonly string[]): Promise<string[]> {
  const chosen = await Promise.all(names.map((name) => findToolset(toolsets, name)))
  const ids = chosen.flatMap((toolset) => toolset?.id ?? [])
  if (ids.length > 0 && ids.length < names.length) {
    throw new ToolError('invalid_input', `"${DISABLED}" cannot be chosen beside an agent.`, {
      suggestion: `Leave "${DISABLED}" out, or send it alone.`,
    })
  }
  return ids
}

/** A name must mean one function: a model that calls it cannot say of which folder. */
function refuseClash(toolsets: Toolsets, { toolsets: ids }: Choice): void {
  const owners = new Map<string, string>()
  for (const id of ids ?? []) {
    for (const { name } of toolsets.tools(id) ?? []) {
      const other = owners.get(name)
      if (other !== undefined) {
        const message = `Both '${other}' and '${id}' have a function '${name}', so they cannot be active together.`
        throw new ToolError('conflict', message, { suggestion: 'Leave one of them out.' })
      }
      owners.set(name, id)
    }
  }
}

function show(toolsets: Toolsets, { threadId }: ThreadKey, { mode, toolsets: ids }: Choice) {
  const labels = new Map(toolsets.list().map(({ id, manifest }) => [id, manifest.label]))
  const active = (ids ?? []).map((id) => ({ id, label: labels.get(id) ?? id }))
  const last = active.at(-1)
  const none = ids === null ? null : DISABLED
  return {
    thread_id: threadId,
    name: last?.id ?? none,
    label: last?.label ?? none,
    mode,
    active,
  }
}

function describe(
  { active, label }: ShownAgent,
  { isAlreadySet, clearsHistory }: ReturnType<typeof switchToolset>,
  cleared: number,
): string {
  const labels = active.map((each) => `"${each.label}"`).join(', ')
  const what = active.length === 0 ? `"${label ?? DISABLED}"` : labels
  if (isAlreadySet) return `${what} is already set. The chat history is kept.`
  const done =
    active.length === 0 ? 'All tools are disabled in this thread.' : `${what} is active now.`
  if (!clearsHistory) return `${done} The chat history is kept.`
  const count = cleared === 1 ? '1 message was' : `${cleared} messages were`
  return `${done} The chat was reset: ${count} cleared from its history.`
}
