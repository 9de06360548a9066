import { useRef } from 'react'
import { SearchField } from '../ui/SearchField.tsx'
import { useFilterText } from './use-filter-text.ts'

interface FilterFieldProps {
  label: string
  placeholder: string
  /** What the list is filtered by, as the address has it. */
  value: string
  onChange: (value: string) => void
  className?: string
}

const PAUSE_MS = 350

/** A search box that filters once typing pauses; Enter filters at once. */
export function FilterField({ label, placeholder, value, onChange, className }: FilterFieldProps) {
  const { text, setText, apply } = useFilterText(value, onChange)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applyNow = (next: string) => {
    clearTimeout(timer.current)
    apply(next)
  }
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(next) => {
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(apply, PAUSE_MS, next)
      }}
      onSubmit={applyNow}
      onClear={() => applyNow('')}
      {...(className ? { className } : {})}
    />
  )
}
