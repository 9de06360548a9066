import { Search, X } from 'lucide-react'
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Button,
  Input,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { CONTROL } from './Field.tsx'
import { words } from './words.ts'

export interface SearchFieldProps
  extends Omit<AriaSearchFieldProps, 'children' | 'className' | 'aria-label'> {
  label: string
  placeholder: string
  className?: string
}

export function SearchField({ label, placeholder, className, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={classNames('group relative block', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2.5 inset-s-2.5 size-4 text-ink-3" />
      <Input
        placeholder={placeholder}
        className={classNames(CONTROL, 'h-9 pe-8 ps-8 [&::-webkit-search-cancel-button]:hidden')}
      />
      <Button
        aria-label={words.clearSearch}
        className="absolute top-1.5 inset-e-1.5 inline-flex size-6 items-center justify-center rounded-sm text-ink-3 group-data-empty:hidden hovered:bg-hover hovered:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </Button>
    </AriaSearchField>
  )
}
