const STORED = 'quartermaster.theme'

export type Theme = 'light' | 'dark'

const system = () => matchMedia('(prefers-color-scheme: dark)')

export const currentTheme = (): Theme =>
  (localStorage.getItem(STORED) as Theme | null) ?? (system().matches ? 'dark' : 'light')

/** Follows the system until its user chooses a theme. */
export function applyTheme(): void {
  const apply = () => {
    document.documentElement.dataset.theme = currentTheme()
  }
  system().addEventListener('change', apply)
  apply()
}

export function toggleTheme(): Theme {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  localStorage.setItem(STORED, next)
  document.documentElement.dataset.theme = next
  return next
}
