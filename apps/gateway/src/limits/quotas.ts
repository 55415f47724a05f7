import { setTimeout as delay } from 'node:timers/promises'
import { listOwnQuotas, type OwnQuotas } from '@quartermaster/access'
import type { Database } from '@quartermaster/db'
import { QUOTAS, type Quota, ToolError } from '@quartermaster/toolkit'
import { quotaRefusals } from '../metrics/metrics.ts'
import { countUsage, readUsages, saveUsage, type Usage } from '../queries/workspace-usage.ts'

/** Limits of one workspace; 0 = no limit. */
export type Limits = Readonly<Record<Quota, number>>

/** A workspace that has a limit and was written to. */
type Tracked = {
  used: Usage
  /** Upper bound of the additions since `used` was counted; it includes replaced keys and rows. */
  added: Record<Quota, number>
  countedAt: number
  countMs: number
  counting: Promise<void> | undefined
  usedAt: number
}

export type Refusal = { readonly quota: Quota; readonly used: number; readonly limit: number }

export type Quotas = {
  /**
   * The quota that a write would exceed. Usually known without waiting: only a workspace that may
   * have reached a limit is counted first.
   */
  check(
    workspaceId: string,
    uses: readonly Quota[],
    bytes: number,
  ): undefined | Promise<readonly Refusal[]>
  limitsOf(workspaceId: string): Limits
  /** Counts now, for the operator. */
  count(workspaceId: string): Promise<Usage>
  /** Reads changed limits and the counts of other gateways, and takes the counts that are due. */
  refresh(): Promise<void>
  /** The largest part of a limit that a workspace uses, by quota. */
  highestUse(): readonly { readonly quota: Quota; readonly ratio: number }[]
}

const NO_LIMITS: Limits = { keys: 0, bytes: 0, rows: 0, schedules: 0 }
const NOTHING = { keys: 0, bytes: 0, rows: 0, schedules: 0 }

/** Counting takes at most a twentieth of the time: a count that took 50 ms runs at most once a second. */
const SHARE = 20
const LEAST_PAUSE_MS = 5
const ROUTINE_PAUSE_MS = 5000
/** A call does not wait longer than this for a count. */
const LONGEST_WAIT_MS = 100
const FORGET_MS = 600_000

type Options = {
  readonly db: Database
  readonly defaults?: Limits
  readonly onError: (error: unknown) => void
}

/** Keeps workspaces within their quotas by counting from time to time instead of at every write. */
export async function openQuotas({ db, defaults = NO_LIMITS, onError }: Options): Promise<Quotas> {
  const tracked = new Map<string, Tracked>()
  let own: ReadonlyMap<string, OwnQuotas> = await listOwnQuotas(db)
  const hasDefaults = QUOTAS.some((quota) => defaults[quota] > 0)

  function limitsOf(workspaceId: string): Limits {
    const set = own.get(workspaceId)
    if (set === undefined) return defaults
    const limitOf = (quota: Quota) => set[quota] ?? defaults[quota]
    return {
      keys: limitOf('keys'),
      bytes: limitOf('bytes'),
      rows: limitOf('rows'),
      schedules: limitOf('schedules'),
    }
  }

  function stateOf(workspaceId: string): Tracked {
    const known = tracked.get(workspaceId)
    if (known !== undefined) return known
    const state: Tracked = {
      used: NOTHING,
      added: { ...NOTHING },
      countedAt: Number.NEGATIVE_INFINITY,
      countMs: 0,
      counting: undefined,
      usedAt: 0,
    }
    tracked.set(workspaceId, state)
    return state
  }

  function check(workspaceId: string, uses: readonly Quota[], bytes: number) {
    if (!hasDefaults && !own.has(workspaceId)) return undefined
    const limits = limitsOf(workspaceId)
    const relevant = uses.filter((quota) => limits[quota] > 0)
    if (relevant.length === 0) return undefined
    const state = stateOf(workspaceId)
    state.usedAt = performance.now()
    const isUnknown = state.countedAt === Number.NEGATIVE_INFINITY
    const mayBeOver = relevant.some(
      (quota) => (state.used[quota] ?? 0) + state.added[quota] >= limits[quota],
    )
    if (isUnknown || mayBeOver) return countThenCheck(workspaceId, relevant, bytes)
    add(state, relevant, bytes)
    return undefined
  }

  async function countThenCheck(workspaceId: string, relevant: readonly Quota[], bytes: number) {
    const state = stateOf(workspaceId)
    // If the new count fails or takes too long, the last known figures decide.
    await Promise.race([
      countSoon(workspaceId, state),
      delay(LONGEST_WAIT_MS, undefined, { ref: false }),
    ])
    const limits = limitsOf(workspaceId)
    const refusals = relevant.flatMap((quota) => {
      const used = state.used[quota] ?? 0
      return used >= limits[quota] && limits[quota] > 0 ? { quota, used, limit: limits[quota] } : []
    })
    if (refusals.length === 0) add(state, relevant, bytes)
    return refusals
  }

  /** Counts after the pause that the last count requires. Concurrent callers share one count. */
  async function countSoon(workspaceId: string, state: Tracked): Promise<void> {
    const pauseMs = state.countedAt + pauseOf(state, LEAST_PAUSE_MS) - performance.now()
    if (pauseMs > LONGEST_WAIT_MS) return
    if (pauseMs > 0) await delay(pauseMs)
    await (state.counting ?? recount(workspaceId, state)).catch(() => {})
  }

  function recount(workspaceId: string, state: Tracked): Promise<void> {
    const counting = countAndShare(workspaceId, state).finally(() => {
      state.counting = undefined
    })
    counting.catch(onError)
    state.counting = counting
    return counting
  }

  async function countAndShare(workspaceId: string, state: Tracked): Promise<void> {
    const limits = limitsOf(workspaceId)
    const before = { ...state.added }
    const begun = performance.now()
    const used = await countUsage(
      db,
      workspaceId,
      QUOTAS.filter((quota) => limits[quota] > 0),
    )
    state.countMs = performance.now() - begun
    state.used = used
    state.countedAt = performance.now()
    for (const quota of QUOTAS) state.added[quota] -= before[quota]
    await saveUsage(db, workspaceId, used, state.countMs)
  }

  /** Takes over the figures of other gateways that are newer than those of this one. */
  async function readShared(): Promise<void> {
    for (const { workspaceId, ageMs, countMs, ...used } of await readUsages(db, [
      ...tracked.keys(),
    ])) {
      const state = tracked.get(workspaceId)
      const countedAt = performance.now() - ageMs
      if (state === undefined || countedAt <= state.countedAt) continue
      Object.assign(state, { used, countMs, countedAt, added: { ...NOTHING } })
    }
  }

  return {
    check,
    limitsOf,
    count: (workspaceId) => countUsage(db, workspaceId, QUOTAS),

    async refresh() {
      own = await listOwnQuotas(db)
      const now = performance.now()
      for (const [id, state] of tracked) {
        const hasLimit = QUOTAS.some((quota) => limitsOf(id)[quota] > 0)
        if (!hasLimit || now - state.usedAt > FORGET_MS) tracked.delete(id)
      }
      if (tracked.size === 0) return
      await readShared()
      for (const [id, state] of tracked) {
        const isChanged = QUOTAS.some((quota) => state.added[quota] > 0)
        const isDue = performance.now() - state.countedAt >= pauseOf(state, ROUTINE_PAUSE_MS)
        if (isChanged && isDue) await (state.counting ?? recount(id, state))
      }
    },

    highestUse: () =>
      QUOTAS.flatMap((quota) => {
        const ratios = [...tracked].flatMap(([id, { used }]) => {
          const limit = limitsOf(id)[quota]
          return limit > 0 ? [(used[quota] ?? 0) / limit] : []
        })
        return ratios.length === 0
          ? []
          : [{ quota, ratio: ratios.reduce((one, other) => Math.max(one, other)) }]
      }),
  }
}

const pauseOf = ({ countMs }: Tracked, least: number): number => Math.max(least, SHARE * countMs)

function add(state: Tracked, quotas: readonly Quota[], bytes: number): void {
  for (const quota of quotas) state.added[quota] += quota === 'bytes' ? bytes : 1
}

const SUGGESTIONS: Readonly<Record<Quota, string>> = {
  keys: 'Push to a key that exists, delete keys that are no longer needed with delete_context, or ask the operator for a larger quota.',
  bytes:
    'Delete values, documents or tables that are no longer needed, or ask the operator for a larger quota.',
  rows: 'Rows that exist can still be replaced. Ask the operator for a larger quota.',
  schedules:
    'Cancel schedules that are no longer needed with promptyoself_cancel (promptyoself_list shows them), or ask the operator for a larger quota.',
}

/** The answer to a write that a quota does not allow. */
export function quotaExceeded({ quota, used, limit }: Refusal): ToolError {
  quotaRefusals.add(quota)
  return new ToolError(
    'quota_exceeded',
    `This workspace has used up its quota of ${quota}: ${used} of ${limit}. Nothing was stored.`,
    { suggestion: SUGGESTIONS[quota], details: { quota, used, limit } },
  )
}
