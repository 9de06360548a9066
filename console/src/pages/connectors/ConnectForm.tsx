import { ApiError, type AvailableConnector, type Connection, type ConnectionStart } from '@atrium/sdk'
import { useMemo, useState } from 'react'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useMe } from '../../layout/use-workspace.ts'
import { ConfigFields, configIn, nameOf } from './ConfigFields.tsx'
import type { ConfigField } from './field-fault.ts'
import { isSameChoice, ScopeChoice, scopesAtFirst } from './ScopeChoice.tsx'
import { ServiceIntroduction } from './ServiceIntroduction.tsx'
import { TakeOver } from './TakeOver.tsx'
import { useApproval } from './use-approval.ts'
import { WaitForApproval } from './WaitForApproval.tsx'
import { words } from './words.ts'

interface ConnectFormProps {
  appId: string
  connector: AvailableConnector
  connection: Connection | null
  fields: readonly ConfigField[]
  saved: Readonly<Record<string, string>>
  onClose: () => void
}

export function ConnectForm({ appId, connector, connection, fields, saved, onClose }: ConnectFormProps) {
  const { integration_type, display_name: name } = connector
  const me = useMe()
  const first = useMemo(() => scopesAtFirst(connector, connection?.scopes), [connector, connection])
  const [scopes, setScopes] = useState(first)
  const [sent, setSent] = useState<ConnectionStart | null>(null)
  const approval = useApproval(name, onClose)
  const connect = useRequest({
    run: (body: ConnectionStart) => client.connectors.initiate({ app_id: appId }, body),
    onSuccess: approval.take,
    failure: 'inline',
  })
  const faults = useMemo(() => faultsIn(connect.error), [connect.error])
  const send = (body: ConnectionStart) => {
    setSent(body)
    connect.mutate(body)
  }
  if (approval.waiting)
    return (
      <WaitForApproval
        appId={appId}
        integrationType={integration_type}
        name={name}
        waiting={approval.waiting}
        act={connect}
        onAgain={() => sent && send(sent)}
        onBack={() => {
          connect.reset()
          approval.goBack()
        }}
        onClose={onClose}
      />
    )
  const values = sent?.connection_config ?? saved
  // One's own connection is replaced because one asked for it; that of somebody else only after a question.
  const isMine = connection?.status === 'active' && connection.connected_by_email === me.email
  return (
    <>
      <FormDialog
        title={connection ? fill(words.reconnectName, { name }) : fill(words.connectName, { name })}
        submitLabel={connection ? words.reconnect : words.connect}
        act={connect}
        faults={faults}
        isChanged={() => !isSameChoice(scopes, first)}
        onClose={onClose}
        onSubmit={(form) =>
          send({
            integration_type,
            connection_config: configIn(form, fields, saved),
            ...(connector.scopes.length > 0 && { scopes }),
            ...(isMine && { force_reconnect: true }),
          })
        }
      >
        <ServiceIntroduction connector={connector} />
        <ConfigFields connector={connector} fields={fields} values={values} />
        {connector.scopes.length > 0 && (
          <ScopeChoice connector={connector} value={scopes} onChange={setScopes} />
        )}
      </FormDialog>
      {approval.otherEmail !== null && sent && (
        <TakeOver
          name={name}
          email={approval.otherEmail}
          act={connect}
          onTakeOver={() => send({ ...sent, force_reconnect: true })}
          onClose={() => {
            connect.reset()
            approval.leaveTheirs()
          }}
        />
      )}
    </>
  )
}

/** Refused values stand at `body.connection_config.<name>`. */
function faultsIn(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof ApiError)) return undefined
  const rows = error.fields.flatMap(({ loc: [, part, name], msg }) =>
    part === 'connection_config' && name !== undefined
      ? [[nameOf({ name: String(name) }), msg] as const]
      : [],
  )
  return rows.length > 0 ? Object.fromEntries(rows) : undefined
}
