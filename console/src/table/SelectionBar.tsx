import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { words } from './words.ts'

interface SelectionBarProps {
  label: string
  text: string
  onClear: () => void
  children: ReactNode
}

/** What can be done with the selected rows; it floats, so that selecting moves nothing. */
export function SelectionBar({ label, text, onClear, children }: SelectionBarProps) {
  return (
    <section
      aria-label={label}
      // The notifications move up while this is here.
      data-bottom-bar
      className="sticky bottom-4 z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pe-2 ps-4 shadow-pop"
    >
      <p role="status" className="me-2 font-medium">
        {text}
      </p>
      {children}
      <IconButton icon={X} label={words.clearSelection} onPress={onClear} className="ms-auto" />
    </section>
  )
}
