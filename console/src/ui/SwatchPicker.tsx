import { RadioButton, RadioField, RadioGroup, type RadioGroupProps } from 'react-aria-components'
import { Label } from './Field.tsx'

export interface Swatch {
  name: string
  /** A CSS colour; empty for none. */
  value: string
}

interface SwatchPickerProps extends Omit<RadioGroupProps, 'children' | 'className'> {
  label: string
  swatches: readonly Swatch[]
}

export function SwatchPicker({ label, swatches, ...rest }: SwatchPickerProps) {
  return (
    <RadioGroup {...rest} orientation="horizontal" className="block">
      <Label>{label}</Label>
      <div className="flex flex-wrap gap-1.5">
        {swatches.map(({ name, value }) => (
          <RadioField key={name} value={value} className="flex">
            <RadioButton
              aria-label={name}
              className="group relative flex size-8 items-center justify-center rounded-full border-2 border-transparent transition-look focus-visible:outline-2 focus-visible:outline-accent hovered:border-line selected:border-accent"
            >
              {value ? (
                <span className="size-5 rounded-full" style={{ backgroundColor: value }} />
              ) : (
                <span className="size-5 rounded-full border-2 border-dashed border-control" />
              )}
              <span className="sr-only">{name}</span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
    </RadioGroup>
  )
}
