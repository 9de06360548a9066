import { Input, TextField } from 'react-aria-components'
import { dayOf } from '../days.ts'
import { fill } from '../language/fill.ts'
import { classNames } from '../ui/class-names.ts'
import { CONTROL } from '../ui/Field.tsx'
import { useFilterText } from './use-filter-text.ts'
import { words } from './words.ts'

interface DayFilterProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
  /** Whose day it is. */
  zone?: string
}

/** A day; it filters once the field is left or Enter is pressed, since a half-typed year is a year too. */
export function DayFilter({ label, value, onChange, zone = 'UTC' }: DayFilterProps) {
  const { text, setText, apply } = useFilterText(value ?? '', (day) => onChange(dayOf(day)))
  return (
    <TextField
      aria-label={fill(words.labelThisDayIn, { label, zone })}
      type="date"
      value={text}
      onChange={setText}
      onBlur={() => apply(text)}
      onKeyDown={({ key }) => key === 'Enter' && apply(text)}
      className="flex w-full items-center gap-2 sm:w-auto"
    >
      <span aria-hidden className="w-10 shrink-0 text-sm text-ink-3 sm:w-auto">
        {label}
      </span>
      <Input className={classNames(CONTROL, 'h-9 px-3')} />
    </TextField>
  )
}
