import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { readAgain } from '../../api/long-lists.ts'
import {
  type CellValue,
  type Source,
  showCell,
  type TableColumn,
  updateCell,
} from '../../api/tables.ts'
import { toast } from '../../ui/toast.ts'
import { SourceText } from './source-text.tsx'

type Props = {
  tableId: string
  documentId: string
  filename: string
  column: TableColumn
  value: CellValue
  confidence: number | undefined
  source: Source | undefined
  canEdit: boolean
}

/** Low below a half, medium below 0.8: the threshold of the review list. */
const levelOf = (confidence: number | undefined): 'low' | 'medium' | undefined => {
  if (confidence === undefined || confidence >= 0.8) return undefined
  return confidence < 0.5 ? 'low' : 'medium'
}

/** A cell that becomes a field when it is clicked; Enter saves, Escape leaves it as it was. */
export function EditableCell(props: Props) {
  const { tableId, documentId, filename, column, value, confidence, source, canEdit } = props
  const client = useQueryClient()
  const [draft, setDraft] = useState<string>()
  const save = useMutation({
    mutationFn: (text: string) =>
      updateCell(tableId, documentId, column, text === '' ? null : text),
    onSuccess: ({ message }, text) => {
      setDraft(undefined)
      toast.done(message)
      showCell(client, tableId, { documentId, column, value: text === '' ? null : text })
      void readAgain(client, 'tables')
    },
  })
  const text = value === null ? '' : String(value)
  const label = `${column.name} of ${filename}`
  if (draft === undefined) {
    const title = [
      text,
      confidence !== undefined && `confidence ${Math.round(confidence * 100)} %`,
      source?.quote !== undefined && `“${source.quote}”`,
      source?.page !== undefined && `page ${source.page}`,
    ]
      .filter(Boolean)
      .join(' · ')
    const level = levelOf(confidence)
    if (!canEdit) {
      return (
        <span className="cut grid-value" data-confidence={level} title={title}>
          {text}
        </span>
      )
    }
    return (
      <button
        type="button"
        className="cut grid-value"
        data-confidence={level}
        title={title}
        aria-label={`${label}: ${text === '' ? 'empty' : text}`}
        onClick={() => setDraft(text)}
      >
        {text}
      </button>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') setDraft(undefined)
    if (event.key !== 'Enter') return
    if (draft === text) setDraft(undefined)
    else save.mutate(draft)
  }
  return (
    <>
      <input
        ref={(field) => field?.focus()}
        className="input grid-input"
        aria-label={label}
        value={draft}
        disabled={save.isPending}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => !save.isPending && setDraft(undefined)}
      />
      {source !== undefined && (
        <div className="grid-source">
          <SourceText source={source} />
        </div>
      )}
    </>
  )
}
