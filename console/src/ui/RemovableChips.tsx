import { X } from 'lucide-react'
import { Button } from 'react-aria-components'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

interface RemovableChipsProps {
  label: string
  items: readonly { id: string; label: string; hint?: string | undefined }[]
  onRemove: (id: string) => void
}

/** What was chosen, each with a way to take it back; nothing while nothing is. */
export function RemovableChips({ label, items, onRemove }: RemovableChipsProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-2">
      {items.map((item) => (
        <li
          key={item.id}
          title={item.hint}
          className="flex h-7 max-w-full min-w-0 items-center gap-1 rounded-md bg-accent-soft pe-1 ps-2.5 text-sm text-accent-strong"
        >
          <span className="truncate">{item.label}</span>
          <Button
            aria-label={fill(words.removeLabel, { label: item.label })}
            onPress={() => onRemove(item.id)}
            className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm hovered:bg-active"
          >
            <X aria-hidden className="size-3.5" />
          </Button>
        </li>
      ))}
    </ul>
  )
}
