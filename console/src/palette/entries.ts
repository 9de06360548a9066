/** What the command palette offers: pages and actions that the browser knows, things that the server found. */
import type { App, Client, Workspace } from '@atrium/sdk'
import {
  AppWindow,
  BookOpen,
  Bot,
  CircleUserRound,
  Database,
  FlaskConical,
  Keyboard,
  LogOut,
  type LucideIcon,
  Megaphone,
  Plus,
  Settings,
  SquareFunction,
  SunMoon,
  Table2,
  UserPlus,
  Workflow,
} from 'lucide-react'
import { accountPaths } from '../account-paths.ts'
import { fill } from '../language/fill.ts'
import { appNav } from '../layout/app-nav.ts'
import { workspaceNav } from '../layout/workspace-nav.ts'
import { paths } from '../paths.ts'
import { canAdminister, canEdit } from '../permissions.ts'
import { setTheme } from '../theme.ts'
import { workspacePaths } from '../workspace-paths.ts'
import { fit, isClose } from './fuzzy.ts'
import type { RecentThing } from './recent.ts'
import { words } from './words.ts'

export interface Entry {
  /** Its place in the list, which the screen reader is pointed to. */
  id: string
  label: string
  detail?: string | undefined
  icon: LucideIcon
  to?: string
  /** Opens the form of the page that it leads to. */
  creates?: true
  act?: () => void
}

export interface EntryGroup {
  title: string
  entries: Entry[]
}

export type Thing = Awaited<ReturnType<Client['search']['find']>>['items'][number]

interface Known {
  workspace: Workspace
  app: App | undefined
  recent: readonly RecentThing[]
  guides: readonly { name: string; title: string }[]
  acts: { signOut: () => void; showShortcuts: () => void }
}

/** With nothing typed what was opened last comes first; else what fits best, what was found, the rest. */
export function groupsOf(known: Known, things: readonly Thing[], typed: string): EntryGroup[] {
  const { workspace, recent } = known
  const local: EntryGroup[] = [
    { title: words.pages, entries: pagesOf(known) },
    { title: words.actions, entries: actionsOf(known) },
  ]
  const lately = { title: words.recent, entries: recent.map(recentEntry) }
  const docs = {
    title: words.guides,
    entries: known.guides.map(({ name, title }) => ({
      ...{ id: `docs ${name}`, label: title, icon: BookOpen, to: paths.docs(name) },
    })),
  }
  if (typed.trim() === '') return [lately, ...local].filter(isFilled)
  const found = {
    title: words.found,
    entries: things.flatMap((thing) => thingEntry(workspace.id, thing) ?? []),
  }
  const close = local.map((group) => fitting(group, typed, isClose))
  const afar = [...local, docs].map((group) =>
    fitting(group, typed, (score) => score > 0 && !(group !== docs && isClose(score))),
  )
  const seen = new Set(found.entries.map(({ to }) => to))
  const again = fitting(lately, typed, (score) => score >= 40)
  const others = { ...again, entries: again.entries.filter(({ to }) => !seen.has(to)) }
  return [...bestFirst(close, found, typed), others, ...afar.map(renamed)].filter(isFilled)
}

/** By the best entry of each; of equals pages come first, then things that were found, then actions. */
function bestFirst([pages, ...actions]: EntryGroup[], found: EntryGroup, typed: string): EntryGroup[] {
  const best = ({ entries }: EntryGroup) => Math.max(0, ...entries.map(({ label }) => fit(label, typed)))
  return [...(pages ? [pages] : []), found, ...actions].toSorted((a, b) => best(b) - best(a))
}

const isFilled = ({ entries }: EntryGroup) => entries.length > 0

/** Two groups of one name would be read as one. */
const renamed = (group: EntryGroup) =>
  group.title === 'Guides'
    ? group
    : { ...group, title: fill(words.moreTitle, { title: group.title.toLowerCase() }) }

function fitting(group: EntryGroup, typed: string, isWanted: (score: number) => boolean): EntryGroup {
  const entries = group.entries
    .map((entry) => ({ entry, score: fit(entry.label, typed) }))
    .filter(({ score }) => isWanted(score))
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
  return { ...group, entries: entries.slice(0, 8) }
}

function recentEntry({ to, label, detail }: RecentThing): Entry {
  return { id: `recent ${to}`, label, detail, icon: AppWindow, to }
}

function pagesOf({ workspace: { id, name, user_role }, app }: Known): Entry[] {
  const inApp = app
    ? appNav(app)
        .flatMap(({ pages }) => pages)
        .map(({ label, icon, to }) => ({
          ...{ id: `app ${label}`, label, detail: app.name, icon, to: to(id, app.id) },
        }))
    : []
  const inWorkspace = workspaceNav(user_role).map(({ label, icon, to }) => ({
    ...{ id: `page ${label}`, label, detail: name, icon, to: to(id) },
  }))
  return [
    ...inApp,
    ...inWorkspace,
    ...[
      {
        id: 'page settings',
        label: words.workspaceSettings,
        icon: Settings,
        to: workspacePaths.settings(id),
      },
      {
        id: 'page account',
        label: words.yourAccount,
        icon: CircleUserRound,
        to: accountPaths.inWorkspace(id),
      },
      { id: 'page docs', label: words.guidesAndApi, icon: BookOpen, to: paths.docs() },
    ],
  ]
}

function actionsOf({ workspace: { id, user_role }, acts }: Known): Entry[] {
  const creating = (label: string, icon: LucideIcon, to: string): Entry => ({
    ...{ id: `act ${label}`, label, icon, to, creates: true as const },
  })
  const theme = (label: string, choice: Parameters<typeof setTheme>[0]): Entry => ({
    ...{ id: `act ${label}`, label, icon: SunMoon, act: () => setTheme(choice) },
  })
  return [
    ...(canEdit(user_role)
      ? [creating(words.newApp, Plus, paths.apps(id)), creating(words.newAgent, Bot, paths.agents(id))]
      : []),
    ...(canAdminister(user_role) ? [creating(words.inviteMembers, UserPlus, paths.members(id))] : []),
    creating(words.newAccessToken, Plus, paths.tokens(id)),
    theme(words.lightTheme, 'light'),
    theme(words.darkTheme, 'dark'),
    theme(words.systemTheme, 'system'),
    { id: 'act keys', label: words.keyboardShortcuts, icon: Keyboard, act: acts.showShortcuts },
    { id: 'act sign out', label: words.signOut, icon: LogOut, act: acts.signOut },
  ]
}

const WORDS: Record<Thing['type'], { word: string; icon: LucideIcon }> = {
  app: { word: words.app, icon: AppWindow },
  agent: { word: words.agent, icon: Bot },
  member: { word: words.member, icon: CircleUserRound },
  entity: { word: words.entity, icon: Table2 },
  record: { word: words.record, icon: Database },
  function: { word: words.function, icon: SquareFunction },
  workflow: { word: words.workflow, icon: Workflow },
  flow: { word: words.test, icon: FlaskConical },
  campaign: { word: words.campaign, icon: Megaphone },
}

function thingEntry(workspaceId: string, thing: Thing): Entry | null {
  const to = addressOf(workspaceId, thing)
  if (to === null) return null
  const { word, icon } = WORDS[thing.type]
  const about = [thing.entity_name ?? word, thing.app_name, thing.detail].filter((part) => part !== null)
  return { id: `found ${to}`, label: thing.name, detail: about.join(' · '), icon, to }
}

export function addressOf(workspaceId: string, { type, id, app_id, entity_name }: Thing): string | null {
  if (type === 'app') return paths.app(workspaceId, id)
  if (type === 'agent') return paths.agent(workspaceId, id)
  if (type === 'member') return paths.members(workspaceId, { search: id })
  if (app_id === null) return null
  if (type === 'entity') return paths.records(workspaceId, app_id, id)
  if (type === 'record')
    return paths.records(workspaceId, app_id, entity_name ?? '', { q: JSON.stringify({ id }) })
  if (type === 'function') return paths.function(workspaceId, app_id, id)
  if (type === 'workflow') return paths.workflow(workspaceId, app_id, id)
  return type === 'flow' ? paths.test(workspaceId, app_id, id) : paths.adCampaign(workspaceId, app_id, id)
}
