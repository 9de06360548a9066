import { BookOpen } from 'lucide-react'
import { paths } from '../paths.ts'
import { NavItem } from './NavItem.tsx'
import { useAttentionCount } from './use-attention-count.ts'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'
import { workspaceNav } from './workspace-nav.ts'

/** What the sidebar holds outside of an app. */
export function WorkspaceNav({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { id, user_role } = useWorkspace()
  const waiting = useAttentionCount(id)
  return (
    <nav aria-label={words.main} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-1">
      <ul className="space-y-0.5">
        {workspaceNav(user_role).map(({ to, label, icon, end, attention }) => (
          <NavItem
            key={label}
            to={to(id)}
            label={label}
            icon={icon}
            end={end}
            alerts={
              attention && { count: waiting, what: waiting === 1 ? words.thingNeedsYou : words.thingsNeedYou }
            }
            onNavigate={onNavigate}
          />
        ))}
      </ul>
      <ul className="mt-4 border-t border-line pt-4">
        <NavItem to={paths.docs()} label={words.guidesAndApi} icon={BookOpen} onNavigate={onNavigate} />
      </ul>
    </nav>
  )
}
