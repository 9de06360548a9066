import { type Option, Select } from '../ui/Select.tsx'

interface ChoiceFilterProps<Id extends string> {
  label: string
  /** What it says while nothing is chosen. */
  every: string
  options: readonly (Option & { id: Id })[]
  value: Id | undefined
  onChange: (value: Id | undefined) => void
  className?: string
}

/** No option has it. */
const EVERY = ' '

/** Narrows a list to one of several choices. */
export function ChoiceFilter<Id extends string>(props: ChoiceFilterProps<Id>) {
  const { label, every, options, value, onChange, className = 'w-full sm:w-52' } = props
  return (
    <Select
      label={label}
      isLabelHidden
      options={[{ id: EVERY, label: every }, ...options]}
      value={value ?? EVERY}
      onChange={(key) => onChange(options.find(({ id }) => id === key)?.id)}
      className={className}
    />
  )
}
