import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { readAgain } from '../../api/long-lists.ts'
import { importFile, type Table } from '../../api/tables.ts'
import { toast } from '../../ui/toast.ts'

function useImport(table: Table) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => importFile(table.id, file),
    onSuccess: (message) => {
      toast.done(message)
      void readAgain(client, 'tables')
    },
  })
}

/** Imports a CSV file that is chosen, for those who cannot drop one. */
export function ImportButton({ table }: { table: Table }) {
  const input = useRef<HTMLInputElement>(null)
  const importing = useImport(table)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file to import"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) importing.mutate(file)
          // The same file can be chosen again after it was changed.
          target.value = ''
        }}
      />
      <button
        type="button"
        className="button"
        disabled={importing.isPending}
        onClick={() => input.current?.click()}
      >
        {importing.isPending ? 'Importing …' : 'Import CSV'}
      </button>
    </>
  )
}

type DropProps = { table: Table; canImport: boolean; children: ReactNode }

/** Imports a CSV file that is dropped on the page. */
export function DropZone({ table, canImport, children }: DropProps) {
  const [isOver, setOver] = useState(false)
  const importing = useImport(table)
  if (!canImport) return children
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) importing.mutate(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to `ImportButton`.
    <div
      className="drop-zone"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {importing.isPending && (
        <p className="notice" role="status">
          Importing …
        </p>
      )}
      {children}
    </div>
  )
}
