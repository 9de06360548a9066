import { MenuItem, MenuSheet } from '../../ui/Menu.tsx'
import type { SheetProps } from '../../ui/WithSheet.tsx'
import { SNOOZES } from './attention-words.ts'

interface SnoozeSheetProps extends SheetProps {
  label: string
  onSnooze: (until: Date) => void
}

export function SnoozeSheet({ onSnooze, ...sheet }: SnoozeSheetProps) {
  return (
    <MenuSheet {...sheet}>
      {SNOOZES.map(({ label, until }) => (
        <MenuItem key={label} onAction={() => onSnooze(until(new Date()))}>
          {label}
        </MenuItem>
      ))}
    </MenuSheet>
  )
}
