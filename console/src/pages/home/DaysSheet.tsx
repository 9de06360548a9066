import { Check } from 'lucide-react'
import { MenuItem, MenuSheet } from '../../ui/Menu.tsx'
import type { SheetProps } from '../../ui/WithSheet.tsx'
import { DAYS } from './figure-words.ts'

interface DaysSheetProps extends SheetProps {
  days: string
  onDays: (days: string) => void
}

export function DaysSheet({ days, onDays, ...sheet }: DaysSheetProps) {
  return (
    <MenuSheet {...sheet} label="Days">
      {DAYS.map(({ id, label }) => (
        <MenuItem
          key={id}
          onAction={() => onDays(id)}
          trailing={id === days && <Check aria-label="Current" className="mt-0.75 size-4 text-accent" />}
        >
          {label}
        </MenuItem>
      ))}
    </MenuSheet>
  )
}
