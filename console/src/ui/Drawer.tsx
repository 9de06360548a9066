import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'

interface DrawerProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A panel from the left edge for small screens; mounted while open. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="fixed inset-0 z-40 bg-backdrop entering:animate-fade"
    >
      <Modal className="h-dvh w-72 max-w-[85vw] border-r border-line bg-frame shadow-pop entering:animate-slide">
        <Dialog aria-label={label} className="h-full overflow-y-auto outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
