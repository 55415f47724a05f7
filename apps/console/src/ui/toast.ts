import { describeError } from './states.tsx'

type Message = { title: string; description?: string; type?: 'error'; timeout?: number }

let messages: readonly Message[] = []
const listeners = new Set<() => void>()

/** Messages that `Toasts` has not shown yet. */
export const waitingMessages = {
  get: (): readonly Message[] => messages,
  set(next: readonly Message[]): void {
    messages = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Short messages at the edge of the page; screen readers announce them. */
export const toast = {
  done(title: string, description?: string): void {
    waitingMessages.set([...messages, { title, ...(description !== undefined && { description }) }])
  },
  error(error: unknown): void {
    const { message, suggestion } = describeError(error)
    const text = { title: message, ...(suggestion !== undefined && { description: suggestion }) }
    waitingMessages.set([...messages, { ...text, type: 'error', timeout: 10_000 }])
  },
}
