import { TextField, type TextFieldProps } from '../../ui/TextField.tsx'

interface PlacedTextProps extends Omit<TextFieldProps, 'name' | 'value' | 'onChange'> {
  /** Where it stands in the definition, which is where the server puts what is wrong with it. */
  place: string
  value: string | undefined
  onChange: (value: string) => void
}

/** A text of a definition. */
export function PlacedText({ place, value = '', onChange, ...rest }: PlacedTextProps) {
  return (
    <TextField
      {...rest}
      name={place}
      value={value}
      onChange={onChange}
      autoComplete="off"
      spellCheck="false"
    />
  )
}
