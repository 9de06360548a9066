import type { App } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { codePaths } from '../../code-paths.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { type PageTab, PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { workspacePaths } from '../../workspace-paths.ts'
import { useAlarms } from '../security/use-alarms.ts'
import { AppIcon } from './AppIcon.tsx'
import { KINDS } from './app-words.ts'

/** The heading and tabs of an app or agent; an agent's settings are those of its app. */
export function AppHeader({ app, actions }: { app: App; actions?: ReactNode }) {
  const { id: workspaceId } = useWorkspace()
  const { id, kind } = app
  const settings = { to: paths.appSettings(workspaceId, id), label: 'Settings' }
  const webhooks = { to: paths.webhooks(workspaceId, { kind, id }), label: 'Webhooks' }
  // What the server refuses to those who cannot edit the app is not offered to them.
  const forEditors = (...them: PageTab[]) => (canEditApp(app) ? them : [])
  const alarms = useAlarms(app)
  const security = { to: paths.security(workspaceId, id), label: 'Security', pages: true as const }
  const tabs: PageTab[] =
    kind === 'agent'
      ? [
          { to: paths.agent(workspaceId, id), label: 'Chat' },
          { to: workspacePaths.agentVersions(workspaceId, id), label: 'Versions' },
          ...forEditors(webhooks),
          settings,
        ]
      : [
          settings,
          { to: codePaths.chat(workspaceId, id), label: 'Chat' },
          { to: codePaths.sessions(workspaceId, id), label: 'Code', pages: true as const },
          ...forEditors(
            { to: paths.entities(workspaceId, id), label: 'Data', pages: true as const },
            { to: paths.schemas(workspaceId, id), label: 'Schemas', pages: true as const },
            { to: paths.appUsers(workspaceId, id), label: 'Users', pages: true as const },
            { to: paths.files(workspaceId, id), label: 'Files' },
          ),
          { to: paths.functions(workspaceId, id), label: 'Functions', pages: true as const },
          { to: paths.workflows(workspaceId, id), label: 'Workflows', pages: true as const },
          { to: paths.tests(workspaceId, id), label: 'Tests', pages: true as const },
          { to: paths.connectors(workspaceId, id), label: 'Connectors', pages: true as const },
          ...forEditors(
            { to: paths.secrets(workspaceId, id), label: 'Secrets', pages: true as const },
            { ...security, alerts: { count: alarms, what: 'critical or high findings' } },
            { to: paths.ads(workspaceId, id), label: 'Advertising', pages: true as const },
          ),
          { to: paths.site(workspaceId, id), label: 'Site' },
          { to: paths.analytics(workspaceId, id), label: 'Analytics', pages: true as const },
          ...forEditors(webhooks),
        ]
  return (
    <>
      <PageHeader
        title={app.name}
        above={
          <Link
            to={kind === 'agent' ? paths.agents(workspaceId) : paths.apps(workspaceId)}
            className="hover:text-ink hover:underline"
          >
            {kind === 'agent' ? 'All agents' : 'All apps'}
          </Link>
        }
        icon={<AppIcon kind={kind} />}
        description={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
            <Badge>{KINDS[kind].label}</Badge>
            <span className="inline-flex items-center gap-0.5 font-mono text-xs">
              {id}
              <CopyButton text={id} label={`Copy ${kind} id`} />
            </span>
            <span>
              Updated <Time at={app.updated_date} />
            </span>
          </div>
        }
        actions={actions}
      />
      <PageTabs label={`Parts of ${app.name}`} tabs={tabs} />
    </>
  )
}
