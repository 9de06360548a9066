import { ChevronLeft, ChevronRight } from 'lucide-react'
import { fill } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { words } from './words.ts'

interface PagerProps {
  page: number
  /** Rows on this page, and of how many when the API counts them. */
  count: number
  total?: number
  noun: string
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** Steps through a list whose cursors only lead forward. */
export function Pager({ page, count, total, noun, onPrevious, onNext }: PagerProps) {
  return (
    <nav
      aria-label={fill(words.pagesOfNoun, { noun })}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 sm:px-8"
    >
      <p role="status" className="text-sm text-ink-3 tabular-nums">
        {total === undefined ? `${count} ${noun}` : fill(words.countOfTotalNoun, { count, total, noun })}
        {(onPrevious || onNext) && fill(words.pagePage, { page })}
      </p>
      {(onPrevious || onNext) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            icon={ChevronLeft}
            {...(onPrevious ? { onPress: onPrevious } : {})}
            disabledReason={onPrevious ? undefined : words.thisIsTheFirst}
          >
            {words.previous}
          </Button>
          <Button
            size="sm"
            {...(onNext ? { onPress: onNext } : {})}
            disabledReason={onNext ? undefined : words.thisIsTheLast}
          >
            {words.next}
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  )
}
