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
import { words } from './words.ts'

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
  { label: words.apps, icon: LayoutGrid, to: paths.apps, key: 'a' },
  { label: words.agents, icon: Bot, to: paths.agents, key: 'g' },
  { label: words.connectors, icon: Plug, to: paths.ownConnectors },
  { label: words.members, icon: Users, to: paths.members, key: 'm' },
  { label: words.accessTokens, icon: KeyRound, to: paths.tokens, key: 'k' },
  {
    label: words.serviceAccounts,
    icon: ServerCog,
    to: workspacePaths.serviceAccounts,
    for: canAdminister,
  },
  { label: words.usage, icon: Gauge, to: workspacePaths.usage, for: canAdminister },
  { label: words.auditLog, icon: ScrollText, to: paths.audit, key: 'l' },
  { label: words.backups, icon: DatabaseBackup, to: workspacePaths.backups },
  { label: words.installation, icon: Server, to: workspacePaths.installation, for: canAdminister },
]

/** The pages that somebody with this role can open. */
export function workspaceNav(role: Role): WorkspacePage[] {
  return WORKSPACE_NAV.filter((page) => page.for?.(role) ?? true)
}
