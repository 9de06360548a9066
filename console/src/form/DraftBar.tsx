import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { words } from './words.ts'

interface DraftBarProps {
  label: string
  status: string
  isWrong: boolean
  onDiscard: () => void
  /** The button that sends the draft. */
  children: ReactNode
}

/** Stands above the page while a draft is not sent. */
export function DraftBar({ label, status, isWrong, onDiscard, children }: DraftBarProps) {
  return (
    <section
      aria-label={label}
      data-bottom-bar
      className="sticky bottom-4 z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pe-2 ps-4 shadow-pop"
    >
      <p role="status" className={isWrong ? 'me-2 font-medium text-danger' : 'me-2 font-medium'}>
        {status}
      </p>
      <Button size="sm" look="quiet" onPress={onDiscard}>
        {words.discard}
      </Button>
      {children}
    </section>
  )
}
