import type { AvailableConnector, Connection } from '@atrium/sdk'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { ConnectionActions } from './ConnectionActions.tsx'
import type { OpenDialog } from './ConnectionDialogs.tsx'
import { ConnectorIcon } from './ConnectorIcon.tsx'
import { accountOf, countOf, healthOf } from './connector-words.ts'
import { words } from './words.ts'

interface ConnectionCardProps {
  appId: string
  connection: Connection
  /** Missing when the workspace took the connector away. */
  connector: AvailableConnector | undefined
  mayEdit: boolean
  onOpen: (open: OpenDialog) => void
}

export function ConnectionCard({ appId, connection, connector, mayEdit, onOpen }: ConnectionCardProps) {
  const { display_name, failing_since, last_error } = connection
  const health = healthOf(connection)
  const account = accountOf(connection)
  return (
    <article aria-label={display_name} className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-start gap-3 px-4 py-3.5">
        <ConnectorIcon icon={connector?.icon} name={display_name} />
        <div className="min-w-40 flex-1">
          <h3 className="font-semibold break-words">{display_name}</h3>
          <p className="text-sm break-words text-ink-2">{account ?? words.theServiceDoesNot}</p>
        </div>
        <p className="pt-0.5 text-sm">
          <StatusDot tone={health.tone}>{health.label}</StatusDot>
          {failing_since && connection.status === 'active' && (
            <span className="text-ink-2">
              {fillWith(words.sinceTime, { time: <Time at={failing_since} /> })}
            </span>
          )}
        </p>
        {mayEdit && (
          <ConnectionActions appId={appId} connection={connection} connector={connector} onOpen={onOpen} />
        )}
      </div>
      {(health.meaning || last_error) && (
        <div className="px-4 pb-3">
          <Notice tone={health.tone === 'open' || health.tone === 'good' ? 'info' : 'caution'}>
            {health.meaning && <p>{health.meaning}</p>}
            {last_error && (
              <p className="break-words text-ink-2">
                {fillWith(words.theLastErrorLastError, { lastError: last_error })}
              </p>
            )}
          </Notice>
        </div>
      )}
      <Facts appId={appId} connection={connection} connector={connector} mayEdit={mayEdit} />
    </article>
  )
}

function Facts({ appId, connection, connector, mayEdit }: Omit<ConnectionCardProps, 'onOpen'>) {
  const { connected_by_email, connected_at, scopes } = connection
  const wordsOf = (name: string) =>
    connector?.scopes.find((scope) => scope.name === name)?.description ?? name
  return (
    <dl className="grid gap-x-8 gap-y-3 border-t border-line px-4 py-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
      <div>
        <dt className="text-ink-3">{words.connected}</dt>
        <dd className="break-words">
          {connected_at ? <Time at={connected_at} /> : words.notYet}
          {connected_by_email && (
            <span className="text-ink-2">
              {' '}
              {fillWith(words.byConnectedByEmail, { connectedByEmail: connected_by_email })}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt className="text-ink-3">{words.callsOfTheLast}</dt>
        <dd>
          <Calls appId={appId} connection={connection} mayEdit={mayEdit} />
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="text-ink-3">{words.may}</dt>
        <dd>
          {scopes.length === 0 ? (
            <span className="text-ink-2">{words.allThatTheAccount}</span>
          ) : (
            <ul className="space-y-0.5">
              {scopes.map((name) => (
                <li key={name} title={name} className="break-words">
                  {wordsOf(name)}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </div>
    </dl>
  )
}

/** Editors get to the calls themselves. */
function Calls({
  appId,
  connection,
  mayEdit,
}: Pick<ConnectionCardProps, 'appId' | 'connection' | 'mayEdit'>) {
  const { id: workspaceId } = useWorkspace()
  const { integration_type: connector, calls_last_day, failed_calls_last_day, last_call_at } = connection
  const all = countOf(calls_last_day, 'call', 'calls')
  const failed = fill(words.failedCallsLastDayFailed, {
    failedCallsLastDay: failed_calls_last_day.toLocaleString('en'),
  })
  const link = 'underline decoration-control underline-offset-2 hover:text-accent'
  if (calls_last_day === 0)
    return (
      <span className="text-ink-2">
        {last_call_at ? fillWith(words.noneTheLastTime, { time: <Time at={last_call_at} /> }) : words.none}
      </span>
    )
  if (!mayEdit) return `${all}, ${failed}`
  return (
    <>
      <Link to={paths.connectorCalls(workspaceId, appId, { connector })} className={link}>
        {all}
      </Link>
      {', '}
      {failed_calls_last_day > 0 ? (
        <Link
          to={paths.connectorCalls(workspaceId, appId, { connector, failed: 'on' })}
          className={`text-danger ${link}`}
        >
          {failed}
        </Link>
      ) : (
        words.noneFailed
      )}
    </>
  )
}
