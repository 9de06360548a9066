import { Check } from 'lucide-react'
import { MenuItem, MenuSheet } from '../../ui/Menu.tsx'
import type { SheetProps } from '../../ui/WithSheet.tsx'
import { DAYS } from './figure-words.ts'
import { words } from './words.ts'

interface DaysSheetProps extends SheetProps {
  days: string
  onDays: (days: string) => void
}

export function DaysSheet({ days, onDays, ...sheet }: DaysSheetProps) {
  return (
    <MenuSheet {...sheet} label={words.days}>
      {DAYS.map(({ id, label }) => (
        <MenuItem
          key={id}
          onAction={() => onDays(id)}
          trailing={
            id === days && <Check aria-label={words.current} className="mt-0.75 size-4 text-accent" />
          }
        >
          {label}
        </MenuItem>
      ))}
    </MenuSheet>
  )
}
