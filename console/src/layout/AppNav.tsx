import type { App } from '@atrium/sdk'
import { ArrowLeft } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../language/fill.ts'
import { useAlarms } from '../pages/security/use-alarms.ts'
import { paths } from '../paths.ts'
import { AppSwitcher } from './AppSwitcher.tsx'
import { appNav, type NavGroup } from './app-nav.ts'
import { NavItem } from './NavItem.tsx'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

interface AppNavProps {
  app: App
  onNavigate?: (() => void) | undefined
}

/** Inside an app the sidebar holds its pages, and the way to others and back. */
export function AppNav({ app, onNavigate }: AppNavProps) {
  const { id: workspaceId, name } = useWorkspace()
  return (
    <>
      <div className="space-y-2">
        <Link
          to={app.kind === 'agent' ? paths.agents(workspaceId) : paths.apps(workspaceId)}
          {...(onNavigate ? { onClick: onNavigate } : {})}
          className="flex h-7 items-center gap-2 rounded-md px-2 text-sm font-medium text-ink-3 transition-look hover:bg-active/60 hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">{fillWith(words.backToName, { name })}</span>
        </Link>
        <AppSwitcher app={app} />
      </div>
      <nav
        aria-label={fill(words.partsOfName, { name: app.name })}
        className="-mx-1 min-h-0 flex-1 space-y-4 overflow-y-auto px-1 pb-1"
      >
        {appNav(app).map((group) => (
          <Group key={group.title ?? ''} app={app} group={group} onNavigate={onNavigate} />
        ))}
      </nav>
    </>
  )
}

function Group({ app, group: { title, pages }, onNavigate }: AppNavProps & { group: NavGroup }) {
  const { id: workspaceId } = useWorkspace()
  const alarms = useAlarms(app)
  const titleId = useId()
  return (
    <div>
      {title && (
        <p id={titleId} className="px-2 pb-1 text-xs font-medium text-ink-3">
          {title}
        </p>
      )}
      <ul {...(title ? { 'aria-labelledby': titleId } : {})} className="space-y-px">
        {pages.map((page) => (
          <NavItem
            key={page.label}
            to={page.to(workspaceId, app.id)}
            label={page.label}
            icon={page.icon}
            end={page.end}
            alerts={page.alarms && { count: alarms, what: words.criticalOrHighFindings }}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
    </div>
  )
}
