import { type ComponentType, useRef, useState } from 'react'
import { toast } from '../toast.ts'
import type { EditorProps } from './json-editor.tsx'

type Props = Omit<EditorProps, 'cursor' | 'onReady'> & {
  id: string
  rows: number
  placeholder?: string | undefined
  describedBy: string
}

/** A field for JSON: plain text at first, an editor with colours as soon as somebody types in it. */
export function JsonField({ id, rows, placeholder, describedBy, ...editor }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [loaded, setLoaded] = useState<{ Editor: ComponentType<EditorProps>; cursor?: number }>()
  const [isReady, setReady] = useState(false)
  const load = async () => {
    const { JsonEditor } = await import('./json-editor.tsx')
    const element = area.current
    const isFocused = element !== null && element === document.activeElement
    setLoaded({ Editor: JsonEditor, ...(isFocused && { cursor: element.selectionEnd }) })
  }
  // A dialog would take the focus if the field went before the editor has it.
  const field = !isReady && (
    <textarea
      ref={area}
      id={id}
      className="input mono"
      rows={rows}
      spellCheck={false}
      placeholder={placeholder}
      value={editor.value}
      aria-invalid={editor.isInvalid}
      aria-required={editor.isRequired}
      aria-describedby={describedBy}
      onFocus={() => void load().catch(toast.error)}
      onChange={({ target }) => editor.onChange(target.value)}
    />
  )
  return (
    <>
      {loaded !== undefined && (
        <loaded.Editor {...editor} cursor={loaded.cursor} onReady={() => setReady(true)} />
      )}
      {field}
    </>
  )
}
