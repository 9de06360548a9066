import type { App } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { pageAt } from '../../layout/app-nav.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { AppIcon } from './AppIcon.tsx'
import { KINDS } from './app-words.ts'
import { words } from './words.ts'

/** The whole heading on the first page of an app or agent and on its settings; on the others the name of the part. */
export function AppHeader({ app, actions }: { app: App; actions?: ReactNode }) {
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const { id, kind } = app
  const whole = [paths.app(workspaceId, id), paths.appSettings(workspaceId, id)]
  if (!whole.includes(pathname)) return <PartTitle app={app} />
  return (
    <PageHeader
      title={app.name}
      icon={<AppIcon kind={kind} />}
      description={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          <Badge>{KINDS[kind].label}</Badge>
          <span className="inline-flex items-center gap-0.5 font-mono text-xs">
            {id}
            <CopyButton text={id} label={fill(words.copyKindId, { kind })} />
          </span>
          <span>{fillWith(words.updatedTime, { time: <Time at={app.updated_date} /> })}</span>
        </div>
      }
      actions={actions}
    />
  )
}

/** Seen on the first page of a part, unless that has a heading of its own; read out on all. */
function PartTitle({ app }: { app: App }) {
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const part = pageAt(app, workspaceId, pathname)
  const isSeen = part && !part.headed && part.to(workspaceId, app.id) === pathname
  return (
    <h1 className={isSeen ? 'px-5 pt-5 pb-1 text-xl font-semibold tracking-tight sm:px-8' : 'sr-only'}>
      <span className="sr-only">{app.name}: </span>
      {part?.label}
    </h1>
  )
}
