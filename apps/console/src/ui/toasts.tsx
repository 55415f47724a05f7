import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { waitingMessages } from './toast.ts'

const Region = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/** The region of the toasts. It is loaded with the first message, since the first view needs none. */
export function Toasts() {
  const messages = useSyncExternalStore(waitingMessages.subscribe, waitingMessages.get)
  const [isLoaded, setLoaded] = useState(false)
  if (messages.length > 0 && !isLoaded) setLoaded(true)
  return isLoaded ? (
    <Suspense>
      <Region messages={messages} />
    </Suspense>
  ) : null
}
