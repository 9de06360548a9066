import { Check, ChevronDown } from 'lucide-react'
import {
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Button,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SelectValue,
  Text,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { CONTROL, FieldError, Hint, Label } from './Field.tsx'
import { Popover } from './Popover.tsx'

export interface Option {
  id: string
  label: string
  description?: string
  /** The heading it stands under; options of one group follow each other. */
  group?: string
}

export interface SelectProps extends Omit<AriaSelectProps<Option>, 'children' | 'className'> {
  label: string
  hint?: string
  options: readonly Option[]
  className?: string
  /** For a filter whose value says what it is. */
  isLabelHidden?: boolean
}

export function Select({ label, isLabelHidden, hint, options, className, ...rest }: SelectProps) {
  return (
    <AriaSelect {...rest} className={classNames('block', className)}>
      <span className={isLabelHidden ? 'sr-only' : 'contents'}>
        <Label>{label}</Label>
      </span>
      <Button className={classNames(CONTROL, 'flex h-9 items-center justify-between gap-2 px-3 text-start')}>
        <SelectValue className="truncate data-placeholder:text-ink-3">
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Button>
      {hint && <Hint>{hint}</Hint>}
      <FieldError />
      <Popover className="min-w-(--trigger-width)">
        <ListBox className="max-h-72 overflow-auto p-1 outline-none">
          {[...Map.groupBy(options, ({ group }) => group)].map(([group, members]) =>
            group === undefined ? (
              members.map((option) => <OptionRow key={option.id} option={option} />)
            ) : (
              <ListBoxSection key={group} id={group}>
                <Header className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">{group}</Header>
                {members.map((option) => (
                  <OptionRow key={option.id} option={option} />
                ))}
              </ListBoxSection>
            ),
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

export function OptionRow({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      className="group flex items-start gap-2 rounded-md px-2 py-1.5 outline-none focused:bg-hover"
    >
      <Check
        aria-hidden
        className="mt-0.5 size-4 shrink-0 text-accent opacity-0 group-selected:opacity-100"
      />
      <span className="min-w-0">
        <Text slot="label" className="block truncate">
          {option.label}
        </Text>
        {option.description && (
          <Text slot="description" className="block text-xs text-ink-3">
            {option.description}
          </Text>
        )}
      </span>
    </ListBoxItem>
  )
}
