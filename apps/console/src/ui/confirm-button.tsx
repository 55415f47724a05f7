import { useState } from 'react'

type Props = { label: string; question: string; onConfirm: () => void; isBusy?: boolean }

/** A button for what cannot be undone: it asks once more, in its place. */
export function ConfirmButton({ label, question, onConfirm, isBusy = false }: Props) {
  const [isAsking, setAsking] = useState(false)
  const look = { className: 'button', 'data-size': 'small', type: 'button' } as const
  if (!isAsking) {
    return (
      <button {...look} disabled={isBusy} onClick={() => setAsking(true)}>
        {label}
      </button>
    )
  }
  return (
    <span className="confirm" role="alert">
      {question}{' '}
      <button
        {...look}
        data-kind="danger"
        onClick={() => {
          setAsking(false)
          onConfirm()
        }}
      >
        {label}
      </button>{' '}
      <button {...look} onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  )
}
