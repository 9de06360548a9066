import { RadioButton, RadioField, RadioGroup, type RadioGroupProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { FieldError, Label } from './Field.tsx'
import type { Option } from './Select.tsx'

interface RadioCardsProps extends Omit<RadioGroupProps, 'children' | 'className'> {
  label: string
  options: readonly Option[]
  columns?: 1 | 2
}

/** A choice of few, each with a sentence on what it means. */
export function RadioCards({ label, options, columns = 2, ...rest }: RadioCardsProps) {
  return (
    <RadioGroup {...rest} className="block">
      <Label>{label}</Label>
      <div className={classNames('grid gap-2', columns === 2 && 'sm:grid-cols-2')}>
        {options.map((option) => (
          <RadioField key={option.id} value={option.id} className="flex">
            <RadioButton className="group relative flex flex-1 items-start gap-2.5 rounded-md border border-control/50 bg-surface px-3 py-2.5 transition-look focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent hovered:border-control disabled:opacity-60 selected:border-accent selected:bg-accent-soft/50">
              <span className="mt-0.75 flex size-4 shrink-0 items-center justify-center rounded-full border border-control group-selected:border-accent">
                <span className="size-2 rounded-full bg-accent opacity-0 group-selected:opacity-100" />
              </span>
              <span className="min-w-0">
                <span className="block font-medium">{option.label}</span>
                {option.description && <span className="block text-xs text-ink-2">{option.description}</span>}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldError />
    </RadioGroup>
  )
}
