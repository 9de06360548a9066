import { CheckboxGroup, type CheckboxGroupProps } from 'react-aria-components'
import { Checkbox } from './Checkbox.tsx'
import { FieldError, Label } from './Field.tsx'
import type { Option } from './Select.tsx'

interface CheckboxListProps extends Omit<CheckboxGroupProps, 'children' | 'className'> {
  label: string
  options: readonly Option[]
}

/** Any number of few, each with a sentence on what it means. */
export function CheckboxList({ label, options, ...rest }: CheckboxListProps) {
  return (
    <CheckboxGroup {...rest} className="block">
      <Label>{label}</Label>
      <div className="space-y-2.5">
        {options.map((option) => (
          <Checkbox key={option.id} value={option.id}>
            <span className="block font-medium">{option.label}</span>
            {option.description && <span className="block text-xs text-ink-2">{option.description}</span>}
          </Checkbox>
        ))}
      </div>
      <FieldError />
    </CheckboxGroup>
  )
}
