import { type Database, inTransaction } from '@quartermaster/db'
import {
  DISABLED,
  findToolset,
  type Toolsets,
  type VisibleToolsets,
  visibleToolsets,
} from '@quartermaster/manifests'
import { type Caller, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { clearMessages } from './queries/messages.ts'
import { isCallRunning } from './queries/thread-calls.ts'
import { claimThread, findThread, saveChoice } from './queries/threads.ts'
import { type Choice, switchToolset, type ThreadMode, type Wanted } from './switch-toolset.ts'
import { threadKey } from './thread-family.ts'

export type ChoiceRequest = {
  readonly name?: string
  readonly names?: readonly string[]
  readonly mode?: ThreadMode
}

export type ActiveToolset = {
  readonly thread_id: string
  /** The folder's id, `Disabled`, or null if nothing has been chosen yet. */
  readonly name: string | null
  readonly label: string | null
  readonly mode: ThreadMode
  readonly active: readonly { id: string; label: string }[]
}

export type ChosenToolset = ActiveToolset & {
  readonly changed: boolean
  readonly history_cleared: boolean
  readonly messages_cleared: number
  readonly message: string
}

type Services = { readonly db: Database; readonly toolsets: Toolsets; readonly now: Date }

const TIMEOUT_MS = 10_000

export async function getActiveToolset(
  { db, toolsets }: Pick<Services, 'db' | 'toolsets'>,
  caller: Caller,
  threadId: string,
): Promise<ActiveToolset> {
  const thread = await findThread(db, threadKey(caller, threadId))
  await toolsets.loaded
  const choice = thread ?? { mode: 'one', toolsets: null }
  return presentChoice(visibleToolsets(toolsets, caller), threadId, choice)
}

/** The `/agent` command: chooses the folder whose functions a thread may call. */
export async function chooseActiveToolset(
  { db, toolsets: all, now }: Services,
  caller: Caller,
  threadId: string,
  request: ChoiceRequest,
): Promise<ChosenToolset> {
  const toolsets = visibleToolsets(all, caller)
  await toolsets.loaded
  // An unknown name must fail before the history is cleared.
  const wanted = await readRequest(toolsets, request)
  return inTransaction(db, TIMEOUT_MS, async (trx) => {
    const thread = await claimThread(trx, threadKey(caller, threadId))
    const next = switchToolset(thread, wanted)
    if (next.mode === 'one' && (next.toolsets?.length ?? 0) > 1) {
      const message = 'In the mode "one" a thread has one active toolset at a time.'
      throw new ToolError('invalid_input', message, {
        suggestion: 'Pass the one to keep as name, or use the mode "many".',
      })
    }
    refuseClash(toolsets, next)
    if (!next.isAlreadySet && (await isCallRunning(trx, thread, now))) {
      throw new ToolError('in_flight', 'A call of this thread is still running.', {
        suggestion: 'Choose the toolset once the call has ended.',
        headers: { 'retry-after': '1' },
      })
    }
    const cleared = next.clearsHistory ? await clearMessages(trx, thread) : 0
    if (!next.isAlreadySet) await saveChoice(trx, thread, next)
    const active = presentChoice(toolsets, threadId, next)
    return {
      ...active,
      changed: !next.isAlreadySet,
      history_cleared: next.clearsHistory,
      messages_cleared: cleared,
      message: describeSwitch(active, next, cleared),
    }
  })
}

async function readRequest(
  toolsets: VisibleToolsets,
  { name, names, mode }: ChoiceRequest,
): Promise<Wanted> {
  if (name !== undefined && names !== undefined) {
    throw new ToolError('invalid_input', "Pass either 'name' or 'names', not both.", {
      suggestion: "Leave out 'names' to have one toolset, or 'name' to have several.",
    })
  }
  if (name === undefined && names === undefined && mode === undefined) {
    throw new ToolError('invalid_input', "Missing required parameter 'name'.", {
      suggestion: `Add 'name': the id or label of a toolset, or "${DISABLED}". Example: ${stringifyJson({ name: toolsets.list()[0]?.id ?? DISABLED })}`,
    })
  }
  return {
    ...(mode !== undefined && { mode }),
    ...(name !== undefined && { toolset: { id: (await findToolset(toolsets, name))?.id } }),
    ...(names !== undefined && { toolsets: await readNames(toolsets, names) }),
  }
}

async function readNames(toolsets: VisibleToolsets, names: readonly string[]): Promise<string[]> {
  const chosen = await Promise.all(names.map((name) => findToolset(toolsets, name)))
  const ids = chosen.flatMap((toolset) => toolset?.id ?? [])
  if (ids.length > 0 && ids.length < names.length) {
    const message = `"${DISABLED}" cannot be combined with a toolset.`
    throw new ToolError('invalid_input', message, {
      suggestion: `Leave "${DISABLED}" out, or pass it alone.`,
    })
  }
  return ids
}

/** A function's name must be unique among active folders: a model's call names no folder. */
function refuseClash(toolsets: VisibleToolsets, { toolsets: ids }: Choice): void {
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

function presentChoice(
  toolsets: VisibleToolsets,
  threadId: string,
  { mode, toolsets: ids }: Choice,
): ActiveToolset {
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

function describeSwitch(
  { active, label }: ActiveToolset,
  { isAlreadySet, clearsHistory }: ReturnType<typeof switchToolset>,
  cleared: number,
): string {
  const labels = active.map((toolset) => `"${toolset.label}"`).join(', ')
  const subject = active.length === 0 ? `"${label ?? DISABLED}"` : labels
  const verb = active.length > 1 ? 'are' : 'is'
  if (isAlreadySet) return `${subject} ${verb} already set. The chat history is kept.`
  const result =
    active.length === 0
      ? 'All tools are disabled in this thread.'
      : `${subject} ${verb} active now.`
  if (!clearsHistory) return `${result} The chat history is kept.`
  const count = cleared === 1 ? '1 message was' : `${cleared} messages were`
  return `${result} The chat was reset: ${count} cleared from its history.`
}
