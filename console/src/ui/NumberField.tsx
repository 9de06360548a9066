import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Input,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { CONTROL, FieldError, Hint, Label } from './Field.tsx'

export interface NumberFieldProps extends Omit<AriaNumberFieldProps, 'children' | 'className'> {
  label: string
  hint?: string
  placeholder?: string
  className?: string
}

export function NumberField({ label, hint, placeholder, className, ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField {...rest} className={classNames('block', className)}>
      <Label>{label}</Label>
      <Input
        {...(placeholder ? { placeholder } : {})}
        className={classNames(CONTROL, 'h-9 px-3 tabular-nums')}
      />
      {hint && <Hint>{hint}</Hint>}
      <FieldError />
    </AriaNumberField>
  )
}
