import { textOf } from '../../form/form-values.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface ClientFieldsProps {
  saved: { client_id: string; has_secret: boolean } | null
}

/** What a provider gives to those who register there. */
export function ClientFields({ saved }: ClientFieldsProps) {
  return (
    <>
      <TextField
        label="Client id"
        name="client_id"
        defaultValue={saved?.client_id ?? ''}
        maxLength={300}
        autoComplete="off"
        spellCheck="false"
        isRequired
      />
      <TextField
        label="Client secret"
        name="client_secret"
        type="password"
        maxLength={1000}
        autoComplete="new-password"
        placeholder={saved?.has_secret ? 'Saved; leave it empty to keep it' : undefined}
        hint={
          saved?.has_secret
            ? 'Kept encrypted, and never shown again. Another issuer or client id needs its own.'
            : 'Kept encrypted, and never shown again. Some providers give none.'
        }
        optional
      />
      {saved?.has_secret && (
        <Checkbox name="forget" value="on">
          Forget the saved secret
        </Checkbox>
      )}
    </>
  )
}

/** Without a secret the saved one stays; null forgets it. */
export function clientIn(values: FormData): { client_id: string; client_secret?: string | null } {
  const client_id = textOf(values, 'client_id')
  const client_secret = textOf(values, 'client_secret')
  if (client_secret !== '') return { client_id, client_secret }
  return values.get('forget') === 'on' ? { client_id, client_secret: null } : { client_id }
}
