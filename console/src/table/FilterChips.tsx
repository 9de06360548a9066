import { X } from 'lucide-react'
import { Button } from 'react-aria-components'
import { fill } from '../language/fill.ts'
import { Button as TextButton } from '../ui/Button.tsx'
import { words } from './words.ts'

export interface Chip {
  id: string
  label: string
  onRemove: () => void
}

/** The filters that are on, each with a way to turn it off; nothing while there are none. */
export function FilterChips({ chips, onClear }: { chips: readonly Chip[]; onClear: () => void }) {
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 pb-4 sm:px-8">
      <ul aria-label={words.filtersThatAreOn} className="flex min-w-0 flex-wrap gap-2">
        {chips.map(({ id, label, onRemove }) => (
          <li
            key={id}
            className="flex h-7 min-w-0 items-center gap-1 rounded-md bg-accent-soft pe-1 ps-2.5 text-sm text-accent-strong"
          >
            <span className="truncate">{label}</span>
            <Button
              aria-label={fill(words.removeFilterLabel, { label })}
              onPress={onRemove}
              className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm hovered:bg-active"
            >
              <X aria-hidden className="size-3.5" />
            </Button>
          </li>
        ))}
      </ul>
      <TextButton size="sm" look="quiet" onPress={onClear}>
        {words.clearFilters}
      </TextButton>
    </div>
  )
}
