import { GatewayError } from '@quartermaster/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type EmptyProps = {
  title: string
  /** Says what to do next, or what fills the list. */
  children: ReactNode
  action?: ReactNode
}

/** An empty list says what to do next. */
export const EmptyState = ({ title, children, action }: EmptyProps) => (
  <div className="empty">
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </div>
)

/** The way to the view where the next step is done. */
export const NextStep = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="button" to={to}>
    {children}
  </Link>
)

export const Loading = ({ label = 'Loading' }: { label?: string }) => (
  <div className="empty" role="status">
    <span className="visually-hidden">{label} …</span>
    <div className="skeleton" style={{ width: 220 }} />
    <div className="skeleton" style={{ width: 160 }} />
  </div>
)

type ErrorProps = { error: unknown; onRetry?: () => void }

export function ErrorState({ error, onRetry }: ErrorProps) {
  const { message, suggestion, requestId } = describeError(error)
  return (
    <div className="empty" role="alert">
      <h2>{message}</h2>
      {suggestion !== undefined && <p>{suggestion}</p>}
      {requestId !== undefined && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

export function describeError(error: unknown) {
  if (error instanceof GatewayError) {
    const { request_id } = (error.body ?? {}) as { request_id?: string }
    return { message: error.message, suggestion: error.suggestion, requestId: request_id }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { message, suggestion: undefined, requestId: undefined }
}
