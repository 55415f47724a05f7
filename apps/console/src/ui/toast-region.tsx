import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { waitingMessages } from './toast.ts'

const manager = Toast.createToastManager()

type Props = { messages: ReturnType<typeof waitingMessages.get> }

export function ToastRegion({ messages }: Props) {
  useEffect(() => {
    if (messages.length === 0) return
    for (const message of messages) manager.add(message)
    waitingMessages.set([])
  }, [messages])
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} className="toast">
      <Toast.Title />
      <Toast.Description />
    </Toast.Root>
  ))
}
