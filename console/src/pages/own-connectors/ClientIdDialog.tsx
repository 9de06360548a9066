import type { ConnectorClient } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { connectorsQueries } from '../../connectors-queries.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { RedirectAddress } from './RedirectAddress.tsx'
import { RegistrationLink } from './RegistrationLink.tsx'
import { ServiceField } from './ServiceField.tsx'
import { words } from './words.ts'

interface ClientIdDialogProps {
  /** Null: it is chosen in the form. */
  service: { integration_type: string; display_name: string } | null
  saved: ConnectorClient | null
  onClose: () => void
}

interface Client {
  type: string
  client_id: string
  /** Left out keeps the saved one; null deletes it. */
  client_secret?: string | null
}

/** The client id that the workspace got from a service, with its secret. */
export function ClientIdDialog({ service, saved, onClose }: ClientIdDialogProps) {
  const { id: workspaceId } = useWorkspace()
  const clients = useQuery(connectorsQueries.clients(workspaceId))
  const [chosen, setChosen] = useState<string | null>(null)
  const set = useAct({
    run: ({ type, ...body }: Client) =>
      workspaceClient(workspaceId).connector_clients.set({ integration_type: type }, body),
    touches: ['connector-clients', 'connectors'],
    done: ({ integration_type }) =>
      fill(words.clientIdOfDisplayName, { displayName: service?.display_name ?? integration_type }),
    failure: 'inline',
  })
  const taken = clients.data?.clients.map(({ integration_type }) => integration_type) ?? []
  return (
    <FormDialog
      title={
        service
          ? fill(words.clientIdOfDisplayName2, { displayName: service.display_name })
          : words.addAClientId
      }
      submitLabel={words.saveClientId}
      act={set}
      onClose={onClose}
      onSubmit={(values) => set.mutate(clientIn(values, service), { onSuccess: onClose })}
    >
      <p className="text-sm text-ink-2">{words.registerAnAppWith}</p>
      {clients.data && <RedirectAddress address={clients.data.redirect_uri} />}
      {!service && <ServiceField workspaceId={workspaceId} taken={taken} onChoose={setChosen} />}
      <RegistrationLink workspaceId={workspaceId} type={service?.integration_type ?? chosen} />
      <TextField
        label={words.clientId}
        name="client_id"
        defaultValue={saved?.client_id ?? ''}
        isRequired
        autoComplete="off"
        spellCheck="false"
        maxLength={500}
        validate={(typed) => (/^[\x21-\x7e]*$/.test(typed.trim()) ? null : words.lettersDigitsAndSigns)}
      />
      <TextField
        label={words.clientSecret}
        name="client_secret"
        type="password"
        optional
        autoComplete="new-password"
        placeholder={saved?.has_secret ? words.savedLeaveItEmpty : undefined}
        hint={words.keptEncryptedAndNever}
      />
      {saved?.has_secret && (
        <Checkbox name="forget" value="on">
          {words.forgetTheSavedSecret}
        </Checkbox>
      )}
    </FormDialog>
  )
}

function clientIn(values: FormData, service: ClientIdDialogProps['service']): Client {
  const secret = textOf(values, 'client_secret')
  const client = {
    type: service?.integration_type ?? textOf(values, 'integration_type'),
    client_id: textOf(values, 'client_id'),
  }
  if (secret !== '') return { ...client, client_secret: secret }
  return values.get('forget') === 'on' ? { ...client, client_secret: null } : client
}
