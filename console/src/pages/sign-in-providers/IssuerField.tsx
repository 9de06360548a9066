import { TextField } from '../../ui/TextField.tsx'

interface IssuerFieldProps {
  saved: string | undefined
  label?: string
  hint: string
  optional?: boolean
}

export function IssuerField({ saved, label = 'Issuer', hint, optional = false }: IssuerFieldProps) {
  return (
    <TextField
      label={label}
      name="issuer"
      defaultValue={saved ?? ''}
      maxLength={500}
      placeholder="https://id.example.com"
      hint={hint}
      autoComplete="off"
      spellCheck="false"
      validate={(typed) =>
        typed.trim() === '' || /^https?:\/\/\S+$/.test(typed.trim())
          ? null
          : 'An address that begins with https://.'
      }
      {...(optional ? { optional } : { isRequired: true })}
    />
  )
}
