/** The pages of an app as its sidebar groups them: a new page is one line here. */
import type { App } from '@atrium/sdk'
import {
  Activity,
  BarChart3,
  Blocks,
  Bot,
  Code2,
  Database,
  FileCode2,
  FileText,
  FlaskConical,
  Footprints,
  Globe,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Plug,
  Settings,
  ShieldCheck,
  SquareFunction,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import { appAgentsPaths } from '../app-agents-paths.ts'
import { codePaths } from '../code-paths.ts'
import { logsPaths } from '../logs-paths.ts'
import { paths } from '../paths.ts'
import { canEditApp } from '../permissions.ts'
import { sourcePaths } from '../source-paths.ts'
import { workspacePaths } from '../workspace-paths.ts'
import { words } from './words.ts'

export interface NavPage {
  label: string
  icon: LucideIcon
  to: (workspaceId: string, appId: string) => string
  /** What the server refuses to those who cannot edit the app is not offered to them. */
  for?: 'editors'
  /** Current on its own address only, not on those below it. */
  end?: true
  /** Its first page has a heading of its own, so that the frame shows none above it. */
  headed?: true
  /** Shows how many critical and high findings are open. */
  alarms?: true
  /** The key that leads to it after `g`. */
  key?: string
}

export interface NavGroup {
  /** The first group needs no title. */
  title?: string
  pages: readonly NavPage[]
}

const APP_NAV: readonly NavGroup[] = [
  {
    pages: [
      { label: words.overview, icon: LayoutDashboard, to: paths.app, end: true, headed: true, key: 'o' },
    ],
  },
  {
    title: words.build,
    pages: [
      { label: words.chat, icon: MessageSquare, to: codePaths.chat },
      { label: words.code, icon: Code2, to: codePaths.sessions, headed: true, key: 'c' },
      { label: words.data, icon: Database, to: paths.entities, for: 'editors', headed: true, key: 'd' },
      { label: words.schemas, icon: Blocks, to: paths.schemas, for: 'editors', headed: true, key: 's' },
      { label: words.functions, icon: SquareFunction, to: paths.functions, key: 'f' },
      { label: words.source, icon: FileCode2, to: sourcePaths.files, key: 'r' },
      { label: words.files, icon: FileText, to: paths.files, for: 'editors' },
      { label: words.site, icon: Globe, to: paths.site },
      { label: words.secrets, icon: KeyRound, to: paths.secrets, for: 'editors' },
    ],
  },
  {
    title: words.automate,
    pages: [
      { label: words.workflows, icon: Workflow, to: paths.workflows, key: 'w' },
      { label: words.agents, icon: Bot, to: appAgentsPaths.list },
      { label: words.connectors, icon: Plug, to: paths.connectors, headed: true },
    ],
  },
  {
    title: words.grow,
    pages: [
      { label: words.advertising, icon: Megaphone, to: paths.ads, for: 'editors', headed: true },
      { label: words.analytics, icon: BarChart3, to: paths.analytics, headed: true, key: 'y' },
    ],
  },
  {
    title: words.check,
    pages: [
      {
        label: words.security,
        icon: ShieldCheck,
        to: paths.security,
        for: 'editors',
        headed: true,
        alarms: true,
        key: 'x',
      },
      { label: words.tests, icon: FlaskConical, to: paths.tests, key: 't' },
    ],
  },
  {
    title: words.operate,
    pages: [
      { label: words.users, icon: Users, to: paths.appUsers, for: 'editors', key: 'u' },
      {
        label: words.webhooks,
        icon: Webhook,
        to: (workspaceId, id) => paths.webhooks(workspaceId, { kind: 'app', id }),
        for: 'editors',
        key: 'h',
      },
      { label: words.logs, icon: Footprints, to: logsPaths.logs, for: 'editors', headed: true },
      { label: words.settings, icon: Settings, to: paths.appSettings, headed: true, key: ',' },
    ],
  },
]

/** An agent is one of its own: it has no data, and its settings are those of its app. */
const AGENT_NAV: readonly NavGroup[] = [
  {
    pages: [
      { label: words.chat, icon: MessageSquare, to: paths.agent, end: true, headed: true },
      { label: words.versions, icon: Activity, to: workspacePaths.agentVersions },
      {
        label: words.webhooks,
        icon: Webhook,
        to: (workspaceId, id) => paths.webhooks(workspaceId, { kind: 'agent', id }),
        for: 'editors',
        key: 'h',
      },
      { label: words.settings, icon: Settings, to: paths.appSettings, headed: true, key: ',' },
    ],
  },
]

/** The groups that this person can open something of. */
export function appNav(app: Pick<App, 'kind' | 'user_role'>): NavGroup[] {
  const groups = app.kind === 'agent' ? AGENT_NAV : APP_NAV
  return groups
    .map((group) => ({ ...group, pages: group.pages.filter((page) => !page.for || canEditApp(app)) }))
    .filter(({ pages }) => pages.length > 0)
}

/** The page of the navigation that an address lies on or below. */
export function pageAt(app: App, workspaceId: string, pathname: string): NavPage | undefined {
  return appNav(app)
    .flatMap(({ pages }) => pages)
    .find(({ to, end }) => isAt(to(workspaceId, app.id), pathname, end))
}

function isAt(to: string, pathname: string, end: true | undefined): boolean {
  return pathname === to || (!end && pathname.startsWith(`${to}/`))
}
