import { type ReactNode, useEffect } from 'react'

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** The frame of a view: its title, one sentence, its actions. */
export function Page({ title, lead, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Quartermaster`
  }, [title])
  return (
    <div className="page">
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children}
    </div>
  )
}
