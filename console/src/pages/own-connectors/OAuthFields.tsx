import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { type AuthOf, CLIENT_AUTH_OPTIONS, REFRESH_OPTIONS } from './definition-words.ts'
import { type PartProps, withOptional } from './edit-definition.ts'
import { PlacedText } from './PlacedText.tsx'
import { words } from './words.ts'

export function OAuthFields({ auth, definition, change }: PartProps & { auth: AuthOf<'oauth2'> }) {
  const set = (part: Partial<AuthOf<'oauth2'>>) => change({ auth: { ...auth, ...part } })
  return (
    <>
      <PlacedText
        label={words.addressWherePeopleApprove}
        place="auth.authorization_url"
        isRequired
        placeholder="https://erp.example.com/oauth/authorize"
        value={auth.authorization_url}
        onChange={(authorization_url) => set({ authorization_url })}
      />
      <PlacedText
        label={words.addressForTokens}
        place="auth.token_url"
        isRequired
        placeholder="https://erp.example.com/oauth/token"
        value={auth.token_url}
        onChange={(token_url) => set({ token_url })}
      />
      <PlacedText
        label={words.addressToTakeTokens}
        place="auth.revocation_url"
        optional
        value={auth.revocation_url}
        onChange={(text) => change({ auth: withOptional(auth, 'revocation_url', text) })}
      />
      <Select
        label={words.clientIdAndSecret}
        name="auth.client_auth"
        options={CLIENT_AUTH_OPTIONS}
        value={auth.client_auth}
        onChange={(id) => set({ client_auth: id === 'body' ? 'body' : 'basic' })}
      />
      <Select
        label={words.refreshTokens}
        name="auth.refresh"
        options={REFRESH_OPTIONS}
        value={auth.refresh}
        onChange={(id) => set({ refresh: id === 'rotating' || id === 'none' ? id : 'stable' })}
      />
      <Switch
        label={words.pkce}
        hint={words.protectsTheWayBack}
        isSelected={auth.pkce}
        onChange={(pkce) => set({ pkce })}
      />
      <PlacedText
        label={words.addressWhereAnApp}
        place="registration_url"
        optional
        placeholder="https://erp.example.com/developers"
        value={definition.registration_url}
        onChange={(text) => change(withOptional(definition, 'registration_url', text))}
      />
    </>
  )
}
