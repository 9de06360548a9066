import type { AvailableConnector } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import type { OpenDialog } from './ConnectionDialogs.tsx'
import { ConnectorIcon } from './ConnectorIcon.tsx'
import { CATEGORY_WORDS } from './connector-words.ts'
import { words } from './words.ts'

interface ConnectorCardProps {
  connector: AvailableConnector
  isConnected: boolean
  mayEdit: boolean
  mayAdminister: boolean
  onOpen: (open: OpenDialog) => void
}

/** One service of the gallery. */
export function ConnectorCard({
  connector,
  isConnected,
  mayEdit,
  mayAdminister,
  onOpen,
}: ConnectorCardProps) {
  const { display_name: name, description, category, icon, is_own, is_ready } = connector
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <ConnectorIcon icon={icon} name={name} />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold break-words">{name}</h3>
          <p className="text-xs text-ink-3">{CATEGORY_WORDS[category]}</p>
        </div>
      </div>
      <p className="flex-1 text-sm break-words text-ink-2">{description}</p>
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap gap-1">
          {isConnected && <Badge tone="accent">{words.connected}</Badge>}
          {is_own && <Badge>{words.own}</Badge>}
          {!is_ready && <Badge tone="caution">{words.needsAClientId}</Badge>}
        </span>
        {mayEdit && !isConnected && is_ready && (
          <Button
            size="sm"
            aria-label={fill(words.connectName, { name })}
            onPress={() => onOpen({ kind: 'connect', connector, connection: null })}
          >
            {words.connect}
          </Button>
        )}
        {!is_ready &&
          mayEdit &&
          (mayAdminister ? (
            <Button
              size="sm"
              aria-label={fill(words.enterClientIdOfName, { name })}
              onPress={() => onOpen({ kind: 'client-id', connector })}
            >
              {words.enterClientId}
            </Button>
          ) : (
            <Button
              size="sm"
              aria-label={fill(words.connectName, { name })}
              disabledReason={words.anOwnerOrAdmin}
            >
              {words.connect}
            </Button>
          ))}
      </div>
    </li>
  )
}
