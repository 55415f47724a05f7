import { Toast } from '@base-ui/react/toast'
import { describeError } from './states.tsx'

const manager = Toast.createToastManager()

/** Short messages at the edge of the page; screen readers announce them. */
export const toast = {
  done: (title: string, description?: string) => void manager.add({ title, description }),
  error(error: unknown) {
    const { message, suggestion } = describeError(error)
    manager.add({ title: message, description: suggestion, type: 'error', timeout: 10_000 })
  },
}

export const Toasts = () => (
  <Toast.Provider toastManager={manager}>
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} className="toast">
      <Toast.Title />
      <Toast.Description />
    </Toast.Root>
  ))
}
