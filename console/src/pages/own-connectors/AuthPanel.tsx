import { Panel } from '../../ui/Panel.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { CredentialsFields } from './CredentialsFields.tsx'
import { MODE_OPTIONS } from './definition-words.ts'
import { type PartProps, withMode } from './edit-definition.ts'
import { KeyPlace } from './KeyPlace.tsx'
import { OAuthFields } from './OAuthFields.tsx'
import { words } from './words.ts'

export function AuthPanel({ definition, change }: PartProps) {
  const { auth } = definition
  return (
    <Panel title={words.signingIn} description={words.howTheServiceLets}>
      <div className="space-y-5">
        <RadioCards
          label={words.wayToSignIn}
          columns={1}
          options={MODE_OPTIONS}
          value={auth.mode}
          onChange={(id) =>
            change(withMode(definition, id === 'oauth2' || id === 'client_credentials' ? id : 'api_key'))
          }
        />
        {auth.mode === 'oauth2' && <OAuthFields auth={auth} definition={definition} change={change} />}
        {auth.mode === 'client_credentials' && (
          <CredentialsFields auth={auth} definition={definition} change={change} />
        )}
        {auth.mode === 'api_key' && <KeyPlace auth={auth} definition={definition} change={change} />}
      </div>
    </Panel>
  )
}
