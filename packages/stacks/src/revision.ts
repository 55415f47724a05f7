import { type Call, newId, toStorable } from '@quartermaster/toolkit'

/** Describes one call that changes a table. Each such call creates one revision. */
export type Revision = {
  /** The `undo_token` of the reply. */
  readonly token: string
  readonly action: string
  readonly by: string
  readonly at: Date
  /** The caller's reason, in the stored encoding. */
  readonly note: string | null
}

export const newRevision = (
  action: string,
  { caller, now }: Pick<Call<unknown>, 'caller' | 'now'>,
  note: string | null = null,
): Revision => ({
  token: newId(),
  action,
  by: caller.agent,
  at: now,
  note: note === null ? null : toStorable(note),
})
