import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

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
        typed.trim() === '' || /^https?:\/\/\S+$/.test(typed.trim()) ? null : words.anAddressThatBegins
      }
      {...(optional ? { optional } : { isRequired: true })}
    />
  )
}
