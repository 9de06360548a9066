import type { Repository } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { PROVIDERS } from './session-words.ts'

interface ConnectRepositoryProps {
  appId: string
  /** The one that is replaced; null for the first. */
  connected: Repository | null
  onClose: () => void
}

type Provider = Repository['provider']

const OPTIONS: { id: Provider; label: string; description: string }[] = [
  { id: 'local', label: PROVIDERS.local, description: 'Made here if there is none of that name.' },
  { id: 'github', label: PROVIDERS.github, description: 'The public one, or a server of your own.' },
  { id: 'gitlab', label: PROVIDERS.gitlab, description: 'The public one, or a server of your own.' },
  { id: 'gitea', label: PROVIDERS.gitea, description: 'At the address that you name.' },
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
    done: ({ full_name }) => `Connected to ${full_name}`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={connected ? 'Connect another repository' : 'Connect a repository'}
      submitLabel="Connect"
      act={connect}
      onClose={onClose}
      onSubmit={(values) => connect.mutate(values, { onSuccess: onClose })}
    >
      <Select
        label="Where it is"
        options={OPTIONS}
        value={provider}
        onChange={(key) => setProvider(OPTIONS.find(({ id }) => id === key)?.id ?? 'local')}
      />
      <TextField
        label="Owner and name"
        name="full_name"
        placeholder="acme/shop"
        defaultValue={connected?.full_name ?? ''}
        pattern={NAME_PATTERN}
        maxLength={201}
        isRequired
        autoFocus
      />
      <TextField
        label="Branch"
        name="base_branch"
        placeholder="main"
        defaultValue={connected?.base_branch ?? ''}
        maxLength={255}
        hint="Where sessions start from, and where pull requests lead to."
        optional
      />
      {isElsewhere && (
        <>
          <TextField
            label="Address of the server"
            name="base_url"
            placeholder="https://git.example.com"
            defaultValue={connected?.base_url ?? ''}
            maxLength={2_048}
            hint="Only for a server of your own."
            optional
          />
          <TextField
            label="Access token"
            name="access_token"
            type="password"
            autoComplete="off"
            maxLength={1_000}
            hint="It has to push and to open pull requests. It is stored encrypted and never shown. Without one, that of this installation is used."
            optional
          />
        </>
      )}
    </FormDialog>
  )
}
