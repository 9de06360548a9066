import type { AvailableConnector, Connection } from '@atrium/sdk'
import { Activity, Ellipsis, ListChecks, RefreshCw, Trash2, Unplug } from 'lucide-react'
import { toastFailure, useRequest } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { unlessAllowed } from '../../permissions.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { OpenDialog } from './ConnectionDialogs.tsx'
import { words } from './words.ts'

interface ConnectionActionsProps {
  appId: string
  connection: Connection
  connector: AvailableConnector | undefined
  onOpen: (open: OpenDialog) => void
}

const GONE = words.theWorkspaceTookThis

export function ConnectionActions({ appId, connection, connector, onOpen }: ConnectionActionsProps) {
  const { display_name: name, status } = connection
  const isActive = status === 'active'
  return (
    <div className="flex items-center gap-1">
      {isActive ? (
        <TestButton appId={appId} connection={connection} />
      ) : (
        <Button
          size="sm"
          look="primary"
          aria-label={fill(words.reconnectName, { name })}
          disabledReason={unlessAllowed(connector !== undefined, GONE)}
          onPress={() => connector && onOpen({ kind: 'connect', connector, connection })}
        >
          {words.reconnect}
        </Button>
      )}
      <Menu
        label={name}
        trigger={<IconButton icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
      >
        {isActive && (
          <MenuItem
            icon={RefreshCw}
            disabledReason={unlessAllowed(connector !== undefined, GONE)}
            onAction={() => connector && onOpen({ kind: 'connect', connector, connection })}
          >
            {words.reconnect}
          </MenuItem>
        )}
        {connector && connector.scopes.length > 0 && (
          <MenuItem
            icon={ListChecks}
            disabledReason={unlessAllowed(isActive, words.connectItAgainFirst)}
            onAction={() => onOpen({ kind: 'scopes', connector, connection })}
          >
            {words.changeScopes}
          </MenuItem>
        )}
        <MenuSeparator />
        {isActive && (
          <MenuItem icon={Unplug} tone="danger" onAction={() => onOpen({ kind: 'disconnect', connection })}>
            {words.disconnect}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onAction={() => onOpen({ kind: 'remove', connection })}>
          {words.remove}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** The answer says whether it works: that is the news, not that the button did. */
function TestButton({ appId, connection }: Pick<ConnectionActionsProps, 'appId' | 'connection'>) {
  const { integration_type, display_name: name } = connection
  const test = useRequest({
    run: () => client.connectors.test({ app_id: appId, integration_type }),
    onSuccess: async ({ ok, message, account_name }) => {
      await refresh('connections', 'connector-calls')
      if (!ok) toast.failed(fill(words.nameDoesNotWork, { name, message }))
      else
        toast.done(
          account_name
            ? fill(words.nameWorksAccountName, { name, accountName: account_name })
            : fill(words.nameWorks, { name }),
        )
    },
    failure: toastFailure,
  })
  return (
    <Button
      size="sm"
      icon={Activity}
      aria-label={fill(words.testName, { name })}
      isPending={test.isPending}
      onPress={() => {
        if (!test.isPending) test.mutate()
      }}
    >
      {words.test}
    </Button>
  )
}
