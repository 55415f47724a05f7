import { randomUUID } from 'node:crypto'
import type { Call } from '@quartermaster/toolkit'
import { toStorable } from './cells/storable-text.ts'

/** Who changes a table, when and by what: one for every call that does. */
export type Revision = {
  /** What `undo_change` takes. */
  readonly token: string
  readonly action: string
  readonly by: string
  readonly at: Date
  /** Why, in the caller's words, as it is stored. */
  readonly note: string | null
}

export const newRevision = (
  action: string,
  { caller, now }: Pick<Call<unknown>, 'caller' | 'now'>,
  note: string | null = null,
): Revision => ({
  token: randomUUID(),
  action,
  by: caller.agent,
  at: now,
  note: note === null ? null : toStorable(note),
})
