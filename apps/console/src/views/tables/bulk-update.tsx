import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { readAgain } from '../../api/long-lists.ts'
import { type BulkUpdate as BulkUpdateInput, bulkUpdate, type Table } from '../../api/tables.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatNumber } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'

type Update = Pick<BulkUpdateInput, 'column' | 'match_value' | 'new_value'>

/** Replaces a value in all rows that have it, after showing how many there are and the first of them. */
export function BulkUpdate({ table, onClose }: { table: Table; onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const [previewed, setPreviewed] = useState<Update>()
  const preview = useMutation({
    mutationFn: (update: Update) => bulkUpdate(table.id, { ...update, preview: true }),
  })
  const apply = useMutation({
    // `expected_rows`: nothing is changed if the rows have changed since the preview.
    mutationFn: (update: Update) =>
      bulkUpdate(table.id, { ...update, expected_rows: preview.data?.matched }),
    onSuccess: ({ message }) => {
      toast.done(message)
      void readAgain(client, 'tables')
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const update = {
      column: text('column'),
      match_value: text('match_value'),
      new_value: text('new_value'),
    }
    setPreviewed(update)
    preview.mutate(update)
  }
  return (
    <Dialog
      title="Change many rows"
      isOpen
      onClose={onClose}
      footer={
        <>
          <button type="submit" form={`${id}-form`} className="button">
            Preview
          </button>
          {previewed !== undefined && (preview.data?.matched ?? 0) > 0 && (
            <button
              type="button"
              className="button"
              data-kind="primary"
              disabled={apply.isPending}
              onClick={() => apply.mutate(previewed)}
            >
              Change {formatNumber(preview.data?.matched ?? 0)} rows
            </button>
          )}
        </>
      }
    >
      <form
        id={`${id}-form`}
        className="form"
        onSubmit={submit}
        onChange={() => setPreviewed(undefined)}
      >
        <div className="field">
          <label htmlFor={`${id}-column`}>Column</label>
          <select id={`${id}-column`} name="column" className="input">
            {table.columns.map(({ name, argument }) => (
              <option key={argument} value={argument}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-old`}>Value to find (exact)</label>
          <input id={`${id}-old`} name="match_value" className="input" required />
        </div>
        <div className="field">
          <label htmlFor={`${id}-new`}>New value</label>
          <input id={`${id}-new`} name="new_value" className="input" required />
        </div>
      </form>
      {previewed !== undefined && preview.data !== undefined && (
        <section aria-live="polite">
          <h3>{formatNumber(preview.data.matched)} rows have this value</h3>
          <ul className="history">
            {preview.data.sample?.map(({ document_id, filename, before, after }) => (
              <li key={document_id}>
                <span>
                  {filename}: <del>{String(before ?? '')}</del> <ins>{String(after ?? '')}</ins>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
