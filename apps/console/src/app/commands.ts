import type { IconName } from '../ui/icon.tsx'
import { toggleTheme } from './theme.ts'
import { VIEWS } from './views.ts'

type Navigate = (options: { to: string; search?: Record<string, string> }) => unknown

export type Command = {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  readonly hint?: string
  readonly run: (navigate: Navigate) => void
}

const COMMANDS: readonly Command[] = [
  ...VIEWS.map(
    ({ label, icon, path }): Command => ({
      id: path.slice(1) || 'now',
      label,
      icon,
      hint: 'Go to',
      run: (navigate) => navigate({ to: path }),
    }),
  ),
  {
    id: 'failed-calls',
    label: 'Failed calls',
    icon: 'warning',
    hint: 'Go to',
    run: (navigate) => navigate({ to: '/calls', search: { outcome: 'error' } }),
  },
  { id: 'theme', label: 'Change the theme', icon: 'moon', run: () => void toggleTheme() },
]

/** Every word must occur; commands that begin with the text come first. */
export function matchingCommands(text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = COMMANDS.filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  )
  const isPrefix = ({ label }: Command) => label.toLowerCase().startsWith(words.join(' '))
  return found.toSorted((one, other) => Number(isPrefix(other)) - Number(isPrefix(one)))
}
