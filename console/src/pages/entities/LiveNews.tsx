import { Sparkles } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'

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
          <span className="flex-1">{count === 1 ? '1 new record' : `${count} new records`}</span>
          <Button size="sm" look="quiet" onPress={onShow}>
            Show
          </Button>
        </div>
      )}
    </div>
  )
}
