import { ChevronDown } from 'lucide-react'
import { Select as AriaSelect, Button, ListBox, SelectValue } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import { CONTROL } from '../ui/Field.tsx'
import { Popover } from '../ui/Popover.tsx'
import { type Option, OptionRow } from '../ui/Select.tsx'
import { useFilterText } from './use-filter-text.ts'

interface MultiFilterProps {
  label: string
  /** What it says while nothing is chosen. */
  placeholder: string
  options: readonly Option[]
  /** The chosen ones with commas between, as the address has them. */
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Any number of few; the list is filtered when the choice is made, not at every tick. */
export function MultiFilter({ label, placeholder, options, value, onChange, className }: MultiFilterProps) {
  const { text, setText, apply } = useFilterText(value, onChange)
  return (
    <AriaSelect
      aria-label={label}
      selectionMode="multiple"
      placeholder={placeholder}
      value={text ? text.split(',') : []}
      onChange={(keys) =>
        setText(
          options
            .filter(({ id }) => keys.includes(id))
            .map(({ id }) => id)
            .join(),
        )
      }
      onOpenChange={(isOpen) => isOpen || apply(text)}
      className={classNames('block', className)}
    >
      <Button className={classNames(CONTROL, 'flex h-9 items-center justify-between gap-2 px-3 text-start')}>
        <SelectValue className="truncate data-placeholder:text-ink-2">
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Button>
      <Popover className="min-w-(--trigger-width)">
        <ListBox className="max-h-72 overflow-auto p-1 outline-none">
          {options.map((option) => (
            <OptionRow key={option.id} option={option} />
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
