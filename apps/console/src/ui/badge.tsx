import type { ReactNode } from 'react'

export type Tone = 'good' | 'warn' | 'bad' | 'info'

export const Badge = ({ tone, children }: { tone?: Tone; children: ReactNode }) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
)
