import type { Repository } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { PROVIDERS } from './session-words.ts'
import { words } from './words.ts'

interface ConnectRepositoryProps {
  appId: string
  /** The one that is replaced; null for the first. */
  connected: Repository | null
  onClose: () => void
}

type Provider = Repository['provider']

const OPTIONS: { id: Provider; label: string; description: string }[] = [
  { id: 'local', label: PROVIDERS.local, description: words.madeHereIfThere },
  { id: 'github', label: PROVIDERS.github, description: words.thePublicOneOr },
  { id: 'gitlab', label: PROVIDERS.gitlab, description: words.thePublicOneOr },
  { id: 'gitea', label: PROVIDERS.gitea, description: words.atTheAddressThat },
]
export const NAME_PATTERN = '[A-Za-z0-9_.\\-]+/[A-Za-z0-9_.\\-]+'

export function ConnectRepository({ appId, connected, onClose }: ConnectRepositoryProps) {
  const [provider, setProvider] = useState<Provider>(connected?.provider ?? 'local')
  const isElsewhere = provider !== 'local'
  const connect = useAct({
    run: (values: FormData) => {
      const branch = textOf(values, 'base_branch')
      return client.repository.connect(
        { app_id: appId },
        {
          provider,
          full_name: textOf(values, 'full_name'),
          ...(branch && { base_branch: branch }),
          ...(isElsewhere && {
            base_url: textOrNull(values, 'base_url'),
            access_token: textOrNull(values, 'access_token'),
          }),
        },
      )
    },
    touches: ['repository', 'pull_requests', 'coding'],
    done: ({ full_name }) => fill(words.connectedToFullName, { fullName: full_name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={connected ? words.connectAnotherRepository : words.connectARepository}
      submitLabel={words.connect}
      act={connect}
      onClose={onClose}
      onSubmit={(values) => connect.mutate(values, { onSuccess: onClose })}
    >
      <Select
        label={words.whereItIs}
        options={OPTIONS}
        value={provider}
        onChange={(key) => setProvider(OPTIONS.find(({ id }) => id === key)?.id ?? 'local')}
      />
      <TextField
        label={words.ownerAndName}
        name="full_name"
        placeholder="acme/shop"
        defaultValue={connected?.full_name ?? ''}
        pattern={NAME_PATTERN}
        maxLength={201}
        isRequired
        autoFocus
      />
      <TextField
        label={words.branch}
        name="base_branch"
        placeholder="main"
        defaultValue={connected?.base_branch ?? ''}
        maxLength={255}
        hint={words.whereSessionsStartFrom}
        optional
      />
      {isElsewhere && (
        <>
          <TextField
            label={words.addressOfTheServer}
            name="base_url"
            placeholder="https://git.example.com"
            defaultValue={connected?.base_url ?? ''}
            maxLength={2_048}
            hint={words.onlyForAServer}
            optional
          />
          <TextField
            label={words.accessToken}
            name="access_token"
            type="password"
            autoComplete="off"
            maxLength={1_000}
            hint={words.itHasToPush}
            optional
          />
        </>
      )}
    </FormDialog>
  )
}
