import { Sparkles } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { words } from './words.ts'

interface LiveNewsProps {
  /** Records that were made since the list was read. */
  count: number
  onShow: () => void
}

/** New records are announced, not pushed in: the list must not move under one's hands. */
export function LiveNews({ count, onShow }: LiveNewsProps) {
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <div className="mx-5 mb-3 flex animate-rise flex-wrap items-center gap-3 rounded-md bg-accent-soft/60 px-3 py-1.5 text-sm text-accent-strong sm:mx-8">
          <Sparkles aria-hidden className="size-4 shrink-0" />
          <span className="flex-1">
            {count === 1 ? words.n1NewRecord : fill(words.countNewRecords, { count })}
          </span>
          <Button size="sm" look="quiet" onPress={onShow}>
            {words.show}
          </Button>
        </div>
      )}
    </div>
  )
}
