import { type ComponentProps, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'

/** What the sheet needs: see `MenuSheet`. */
export interface SheetProps {
  triggerRef: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

interface WithSheetProps {
  /** A button of the browser, given what opens the menu. */
  trigger: (props: ComponentProps<'button'>) => ReactNode
  /** Fetches the code of the menu; hovering or focusing the button is reason enough. */
  load: () => Promise<unknown>
  children: (sheet: SheetProps) => ReactNode
}

/** A button with a menu whose code is loaded when it is first wanted: the frame has some, and must be small. */
export function WithSheet({ trigger, load, children }: WithSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // It is asked for again when the button is pressed, where a failure shows.
  const prepare = () => void load().catch(() => {})
  return (
    <>
      {trigger({
        ref: button,
        onClick: ({ currentTarget }) => {
          // Some browsers focus no button that is clicked; the focus comes back here.
          currentTarget.focus()
          setOpen(true)
        },
        onPointerEnter: prepare,
        onFocus: prepare,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
      })}
      {isOpen && (
        <Suspense fallback={null}>{children({ triggerRef: button, onClose: () => setOpen(false) })}</Suspense>
      )}
    </>
  )
}
