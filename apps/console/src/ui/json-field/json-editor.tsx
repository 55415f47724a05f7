import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useLayoutEffect, useRef } from 'react'

export type EditorProps = {
  /** The name of the field for screen readers: a label cannot point into a shadow tree. */
  label: string
  value: string
  onChange: (value: string) => void
  isInvalid: boolean
  isRequired?: boolean
  /** The position to continue typing at; undefined leaves the focus where it is. */
  cursor?: number | undefined
  /** Called when the editor has the text and the focus. */
  onReady: () => void
}

const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--accent-text)' },
    { tag: tags.string, color: 'var(--text)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--info)' },
    { tag: tags.punctuation, color: 'var(--muted)' },
    { tag: tags.invalid, color: 'var(--bad)' },
  ]),
)

const THEME = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { caretColor: 'var(--text)', fontFamily: 'var(--mono)', padding: '7px 0' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', maxHeight: '360px' },
  '.cm-line': { padding: '0 10px' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', color: 'inherit' },
})

const attributes = ({ label, isInvalid, isRequired = false }: EditorProps) =>
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-invalid': String(isInvalid),
    'aria-required': String(isRequired),
  })

/** CodeMirror in a shadow tree, because the content security policy refuses its style elements elsewhere. */
export function JsonEditor(props: EditorProps) {
  const { value, isInvalid } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<{ view: EditorView; attributes: Compartment }>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const own = new Compartment()
    const { value: doc, cursor, onReady } = latest.current
    const view = new EditorView({
      root,
      parent: root,
      doc,
      extensions: [
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        json(),
        bracketMatching(),
        EditorView.lineWrapping,
        COLOURS,
        THEME,
        own.of(attributes(latest.current)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latest.current.onChange(state.doc.toString())
        }),
      ],
    })
    editor.current = { view, attributes: own }
    if (cursor !== undefined) {
      view.focus()
      view.dispatch({ selection: { anchor: Math.min(cursor, view.state.doc.length) } })
    }
    onReady()
    return () => view.destroy()
  }, [])

  useEffect(() => {
    const view = editor.current?.view
    if (view === undefined || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const effects = editor.current?.attributes.reconfigure(
      attributes({ ...latest.current, isInvalid }),
    )
    if (effects !== undefined) editor.current?.view.dispatch({ effects })
  }, [isInvalid])

  return <div ref={host} className="input json-editor" data-invalid={isInvalid} />
}
