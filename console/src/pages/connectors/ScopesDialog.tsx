import type { AvailableConnector, Connection } from '@atrium/sdk'
import { useMemo, useState } from 'react'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { unlessAllowed } from '../../permissions.ts'
import { isSameChoice, ScopeChoice, scopesAtFirst } from './ScopeChoice.tsx'
import { TakeOver } from './TakeOver.tsx'
import { useApproval } from './use-approval.ts'
import { WaitForApproval } from './WaitForApproval.tsx'
import { words } from './words.ts'

interface ScopesDialogProps {
  appId: string
  connector: AvailableConnector
  connection: Connection
  onClose: () => void
}

interface Wanted {
  scopes: string[]
  force_reconnect?: boolean
}

export function ScopesDialog({ appId, connector, connection, onClose }: ScopesDialogProps) {
  const { integration_type, display_name: name } = connector
  const first = useMemo(() => scopesAtFirst(connector, connection.scopes), [connector, connection])
  const [scopes, setScopes] = useState(first)
  const approval = useApproval(name, onClose)
  const change = useRequest({
    run: (wanted: Wanted) => client.connectors.update_scopes({ app_id: appId, integration_type }, wanted),
    onSuccess: approval.take,
    failure: 'inline',
  })
  if (approval.waiting)
    return (
      <WaitForApproval
        appId={appId}
        integrationType={integration_type}
        name={name}
        waiting={approval.waiting}
        act={change}
        onAgain={() => change.mutate(change.variables ?? { scopes })}
        onBack={() => {
          change.reset()
          approval.goBack()
        }}
        onClose={onClose}
      />
    )
  return (
    <>
      <FormDialog
        title={fill(words.changeScopesOfName, { name })}
        submitLabel={words.changeScopes}
        act={change}
        isChanged={() => !isSameChoice(scopes, first)}
        disabledReason={unlessAllowed(!isSameChoice(scopes, connection.scopes), words.nothingIsChanged)}
        onClose={onClose}
        onSubmit={() => change.mutate({ scopes })}
      >
        <p className="text-sm text-ink-2">{fillWith(words.youApproveItAgain, { name })}</p>
        <ScopeChoice connector={connector} value={scopes} onChange={setScopes} />
      </FormDialog>
      {approval.otherEmail !== null && (
        <TakeOver
          name={name}
          email={approval.otherEmail}
          act={change}
          onTakeOver={() => change.mutate({ scopes, force_reconnect: true })}
          onClose={() => {
            change.reset()
            approval.leaveTheirs()
          }}
        />
      )}
    </>
  )
}
