import { useNavigate } from '@tanstack/react-router'

/** Opens a page of the console and keeps the filters of the current one. */
export function useOpen(): (to: string) => void {
  const navigate = useNavigate()
  return (to) => void navigate({ to, search: (old: object) => old } as never)
}
