import { Select } from '../../ui/Select.tsx'
import { type AuthOf, CLIENT_AUTH_OPTIONS } from './definition-words.ts'
import type { PartProps } from './edit-definition.ts'
import { PlacedText } from './PlacedText.tsx'
import { words } from './words.ts'

type CredentialsProps = PartProps & { auth: AuthOf<'client_credentials'> }

export function CredentialsFields({ auth, definition, change }: CredentialsProps) {
  const set = (part: Partial<AuthOf<'client_credentials'>>) => change({ auth: { ...auth, ...part } })
  const fields = definition.fields
    .filter(({ name }) => name !== '')
    .map(({ name, display_name }) => ({ id: name, label: display_name || name }))
  return (
    <>
      <PlacedText
        label={words.addressForTokens}
        place="auth.token_url"
        isRequired
        placeholder="https://erp.example.com/oauth/token"
        value={auth.token_url}
        onChange={(token_url) => set({ token_url })}
      />
      <Select
        label={words.clientIdAndSecret}
        name="auth.client_auth"
        options={CLIENT_AUTH_OPTIONS}
        value={auth.client_auth}
        onChange={(id) => set({ client_auth: id === 'body' ? 'body' : 'basic' })}
      />
      <Select
        label={words.fieldOfTheClient}
        name="auth.client_id_field"
        options={fields}
        value={auth.client_id_field}
        onChange={(id) => set({ client_id_field: String(id) })}
      />
      <Select
        label={words.fieldOfTheClientSecret}
        name="auth.client_secret_field"
        options={fields}
        value={auth.client_secret_field}
        onChange={(id) => set({ client_secret_field: String(id) })}
      />
    </>
  )
}
