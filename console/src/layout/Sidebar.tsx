import {
  BookOpen,
  Bot,
  DatabaseBackup,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Plug,
  ScrollText,
  ServerCog,
  Users,
} from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { paths } from '../paths.ts'
import { canAdminister } from '../permissions.ts'
import { classNames } from '../ui/class-names.ts'
import { Logo } from '../ui/Logo.tsx'
import { workspacePaths } from '../workspace-paths.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useWorkspace } from './use-workspace.ts'
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx'

const ITEM =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-base font-medium text-ink-2 transition-look hover:bg-active/60 hover:text-ink'

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { id, user_role } = useWorkspace()
  const pages: { to: string; label: string; icon: LucideIcon }[] = [
    { to: paths.apps(id), label: 'Apps', icon: LayoutGrid },
    { to: paths.agents(id), label: 'Agents', icon: Bot },
    { to: paths.ownConnectors(id), label: 'Connectors', icon: Plug },
    { to: paths.members(id), label: 'Members', icon: Users },
    { to: paths.tokens(id), label: 'Access tokens', icon: KeyRound },
    ...(canAdminister(user_role)
      ? [{ to: workspacePaths.serviceAccounts(id), label: 'Service accounts', icon: ServerCog }]
      : []),
    { to: paths.audit(id), label: 'Audit log', icon: ScrollText },
    { to: paths.backups(id), label: 'Backups', icon: DatabaseBackup },
  ]

  return (
    <div className="flex h-full flex-col gap-5 p-3">
      <div className="flex items-center gap-2.5 px-2 pt-2">
        <Logo />
        <span className="text-lg font-semibold tracking-tight">Atrium</span>
      </div>
      <WorkspaceSwitcher />
      <nav aria-label="Main" className="flex-1">
        <ul className="space-y-0.5">
          {pages.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                onClick={onNavigate}
                className={({ isActive }) =>
                  classNames(ITEM, isActive && 'bg-active text-ink [&>svg]:text-accent')
                }
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <ul className="mt-4 border-t border-line pt-4">
          <li>
            <Link to={paths.docs()} className={ITEM}>
              <BookOpen aria-hidden className="size-4 shrink-0" />
              Guides and API
            </Link>
          </li>
        </ul>
      </nav>
      <div className="space-y-3">
        <ThemeSwitch />
        <UserMenu />
      </div>
    </div>
  )
}
