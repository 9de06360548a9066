import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'

interface DrawerProps {
  label: string
  /** The edge that it comes from. */
  side?: keyof typeof SIDES
  onClose: () => void
  children: ReactNode
}

const SIDES = {
  left: 'w-72 max-w-[85vw] border-e entering:animate-slide',
  right: 'ms-auto w-full border-s entering:animate-fade sm:w-[28rem]',
}

/** A panel from an edge of the window; mounted while open. */
export function Drawer({ label, side = 'left', onClose, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="fixed inset-0 z-40 bg-backdrop entering:animate-fade"
    >
      <Modal className={classNames('h-dvh border-line bg-frame shadow-pop', SIDES[side])}>
        <Dialog aria-label={label} className="h-full overflow-y-auto outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
