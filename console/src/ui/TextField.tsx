import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  TextArea,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { CONTROL, FieldError, Hint, Label } from './Field.tsx'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className'> {
  label: string
  hint?: string
  placeholder?: string | undefined
  optional?: boolean
  rows?: number
  className?: string
}

export function TextField({ label, hint, placeholder, optional, rows, className, ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} className={classNames('block', className)}>
      <Label optional={optional}>{label}</Label>
      {rows ? (
        <TextArea
          rows={rows}
          {...(placeholder ? { placeholder } : {})}
          className={classNames(CONTROL, 'block resize-y px-3 py-2')}
        />
      ) : (
        <Input {...(placeholder ? { placeholder } : {})} className={classNames(CONTROL, 'h-9 px-3')} />
      )}
      {hint && <Hint>{hint}</Hint>}
      <FieldError />
    </AriaTextField>
  )
}
