import { textOf } from '../../form/form-values.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

interface ClientFieldsProps {
  saved: { client_id: string; has_secret: boolean } | null
}

/** What a provider gives to those who register there. */
export function ClientFields({ saved }: ClientFieldsProps) {
  return (
    <>
      <TextField
        label={words.clientId}
        name="client_id"
        defaultValue={saved?.client_id ?? ''}
        maxLength={300}
        autoComplete="off"
        spellCheck="false"
        isRequired
      />
      <TextField
        label={words.clientSecret}
        name="client_secret"
        type="password"
        maxLength={1000}
        autoComplete="new-password"
        placeholder={saved?.has_secret ? words.savedLeaveItEmpty : undefined}
        hint={saved?.has_secret ? words.keptEncryptedAndNever : words.keptEncryptedAndNeverShown}
        optional
      />
      {saved?.has_secret && (
        <Checkbox name="forget" value="on">
          {words.forgetTheSavedSecret}
        </Checkbox>
      )}
    </>
  )
}

/** Without a secret the saved one stays; null deletes it. */
export function clientIn(values: FormData): { client_id: string; client_secret?: string | null } {
  const client_id = textOf(values, 'client_id')
  const client_secret = textOf(values, 'client_secret')
  if (client_secret !== '') return { client_id, client_secret }
  return values.get('forget') === 'on' ? { client_id, client_secret: null } : { client_id }
}
