/** The pages of a workspace as its sidebar lists them: a new page is one line here. */
import {
  Bot,
  DatabaseBackup,
  Gauge,
  House,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Plug,
  ScrollText,
  Server,
  ServerCog,
  Users,
} from 'lucide-react'
import { paths } from '../paths.ts'
import { canAdminister, type Role } from '../permissions.ts'
import { workspacePaths } from '../workspace-paths.ts'

export interface WorkspacePage {
  label: string
  icon: LucideIcon
  to: (workspaceId: string) => string
  /** Who may open it: everybody, unless it says so. */
  for?: (role: Role) => boolean
  /** Current on its own address only, not on those below it. */
  end?: true
  /** Shows how many things need the person. */
  attention?: true
  /** The key that leads to it after `g`. */
  key?: string
}

const WORKSPACE_NAV: readonly WorkspacePage[] = [
  { label: 'Home', icon: House, to: paths.workspace, end: true, attention: true, key: 'i' },
  { label: 'Apps', icon: LayoutGrid, to: paths.apps, key: 'a' },
  { label: 'Agents', icon: Bot, to: paths.agents, key: 'g' },
  { label: 'Connectors', icon: Plug, to: paths.ownConnectors },
  { label: 'Members', icon: Users, to: paths.members, key: 'm' },
  { label: 'Access tokens', icon: KeyRound, to: paths.tokens, key: 'k' },
  {
    label: 'Service accounts',
    icon: ServerCog,
    to: workspacePaths.serviceAccounts,
    for: canAdminister,
  },
  { label: 'Usage', icon: Gauge, to: workspacePaths.usage, for: canAdminister },
  { label: 'Audit log', icon: ScrollText, to: paths.audit, key: 'l' },
  { label: 'Backups', icon: DatabaseBackup, to: paths.backups },
  { label: 'Installation', icon: Server, to: workspacePaths.installation, for: canAdminister },
]

/** The pages that somebody with this role can open. */
export function workspaceNav(role: Role): WorkspacePage[] {
  return WORKSPACE_NAV.filter((page) => page.for?.(role) ?? true)
}
