import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  size?: 'wide'
  /** A panel at the right edge, over the whole height, for the details of a list entry. */
  side?: 'right'
}

export const Dialog = ({ title, isOpen, onClose, children, footer, size, side }: Props) => (
  <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Base.Portal>
      <Base.Backdrop className="backdrop" />
      <Base.Popup className="dialog" data-size={size} data-side={side}>
        <header>
          <Base.Title>{title}</Base.Title>
          <Base.Close className="button" data-kind="quiet" data-size="icon" aria-label="Close">
            <Icon name="close" />
          </Base.Close>
        </header>
        <div className="content">{children}</div>
        {footer !== undefined && <footer>{footer}</footer>}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)
