import { fill } from '../language/fill.ts'
import { FilterField } from './FilterField.tsx'
import { Toolbar } from './Toolbar.tsx'
import { words } from './words.ts'

interface NameFilterProps {
  /** What the list holds, in the plural. */
  what: string
  value: string | undefined
  onChange: (search: string | undefined) => void
}

/** Narrows a list to names that contain what is typed. */
export function NameFilter({ what, value, onChange }: NameFilterProps) {
  return (
    <Toolbar label={fill(words.filterWhat, { what })}>
      <FilterField
        label={fill(words.searchWhat, { what })}
        placeholder={words.name}
        value={value ?? ''}
        onChange={(search) => onChange(search || undefined)}
        className="w-full sm:w-64"
      />
    </Toolbar>
  )
}
