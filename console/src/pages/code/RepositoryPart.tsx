import type { Repository, SyncedSource } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowDownToLine, ArrowUpFromLine, GitBranch, Unplug } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { codingQueries } from '../../coding-queries.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ConnectRepository } from './ConnectRepository.tsx'
import { DisconnectRepository } from './DisconnectRepository.tsx'
import { NoRepository } from './NoRepository.tsx'
import { PullSource } from './PullSource.tsx'
import { PushSource } from './PushSource.tsx'
import { RepositoryFacts } from './RepositoryFacts.tsx'
import { SyncResult } from './SyncResult.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), codingQueries.repository(app_id))
}

/** The repository of the app, and its own code next to it. */
export function Component() {
  const { app_id = '' } = useParams()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: repository } = useSuspenseQuery(codingQueries.repository(app_id))
  const mayEdit = canEditApp(app)
  if (!repository) return <NoRepository appId={app_id} mayEdit={mayEdit} />
  return <Connected appId={app_id} repository={repository} mayEdit={mayEdit} />
}

interface ConnectedProps {
  appId: string
  repository: Repository
  mayEdit: boolean
}

function Connected({ appId, repository, mayEdit }: ConnectedProps) {
  const [dialog, setDialog] = useState<'connect' | 'disconnect' | 'push' | 'pull' | null>(null)
  const [synced, setSynced] = useState<{ did: 'push' | 'pull'; result: SyncedSource } | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Panel title={words.repository} description={words.whereCodingSessionsWork}>
        <RepositoryFacts repository={repository} />
        {mayEdit && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Button icon={GitBranch} onPress={() => setDialog('connect')}>
              {words.connectAnother}
            </Button>
            <Button look="danger-outline" icon={Unplug} onPress={() => setDialog('disconnect')}>
              {words.disconnect}
            </Button>
          </div>
        )}
      </Panel>
      <Panel title={words.theAppsOwnCode2} description={words.whatTheAppBuilder}>
        {synced && <SyncResult {...synced} />}
        {mayEdit ? (
          <div className="mt-1 flex flex-wrap gap-2">
            <Button icon={ArrowUpFromLine} onPress={() => setDialog('push')}>
              {words.pushToTheRepository}
            </Button>
            <Button icon={ArrowDownToLine} onPress={() => setDialog('pull')}>
              {words.pullFromTheRepository}
            </Button>
          </div>
        ) : (
          <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3">{words.editorsOfTheAppCan}</p>
        )}
      </Panel>
      {dialog === 'connect' && <ConnectRepository appId={appId} connected={repository} onClose={close} />}
      {dialog === 'disconnect' && (
        <DisconnectRepository appId={appId} repository={repository} onClose={close} />
      )}
      {dialog === 'push' && (
        <PushSource
          appId={appId}
          repository={repository}
          onClose={close}
          onDone={(result) => setSynced({ did: 'push', result })}
        />
      )}
      {dialog === 'pull' && (
        <PullSource
          appId={appId}
          repository={repository}
          onClose={close}
          onDone={(result) => setSynced({ did: 'pull', result })}
        />
      )}
    </>
  )
}
