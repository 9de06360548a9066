import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { words } from './words.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  role?: 'dialog' | 'alertdialog'
  width?: 'sm' | 'md' | 'lg' | 'xl'
  /** Off while closing would lose something that cannot be seen again. */
  isDismissable?: boolean
}

const WIDTHS = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-6xl' }

/** A modal; mounted while open. Children are usually DialogBody and DialogFooter. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, role = 'dialog', width = 'md', isDismissable = true } = props
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="fixed inset-0 z-40 flex items-end justify-center bg-backdrop entering:animate-fade sm:items-start sm:px-4 sm:pt-[10vh]"
    >
      <Modal
        className={classNames(
          'flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-lg border border-line bg-raised shadow-pop entering:animate-rise sm:max-h-[80dvh] sm:rounded-lg',
          WIDTHS[width],
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex items-center justify-between gap-4 px-5 pt-4 pb-1">
            <Heading slot="title" className="text-lg font-semibold tracking-tight">
              {title}
            </Heading>
            {isDismissable && <IconButton icon={X} label={words.close} onPress={onClose} className="-me-2" />}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export function DialogBody({ children }: { children: ReactNode }) {
  const content = useNeverLower()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div ref={content} className="space-y-5 px-5 pt-3 pb-6">
        {children}
      </div>
    </div>
  )
}

/**
 * Leaving a field can take its error away. If the dialog became lower by that, the button that is being pressed would
 * move from under the pointer, and the click be lost.
 */
function useNeverLower() {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = content.current
    if (!box) return
    const watch = new ResizeObserver(() => {
      box.style.minHeight = `${box.offsetHeight}px`
    })
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  return content
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
      {children}
    </footer>
  )
}
