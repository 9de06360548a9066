/** What is chosen on the lists of the console, and exactly what is asked for then. */
import type { Page } from 'playwright-core'
import { choose, click, select } from './act.ts'
import { eventually, heading } from './console.ts'

export interface Step {
  does: string
  act: (page: Page) => Promise<unknown>
  /** The whole query or body of the request; null where what is shown is only put into another order. */
  asks: Record<string, unknown> | null
  /** Sent along, to act past the rules. */
  headers?: Record<string, string>
  /** Where another operation than the list's is asked. */
  operation?: string
}

export interface List {
  path: string
  operation: string
  /** What the address keeps, by the name of its type in paths.ts. */
  view?: string
  /** What is asked for when the page opens. */
  opens: Record<string, unknown>
  steps: Step[]
}

/** Stands for the cursor of the last answer. */
export const CURSOR = Symbol('cursor')

/** Sorts by a column, and waits until the list shows it. */
export const sortBy = (name: string) => async (page: Page) => {
  const header = page.getByRole('columnheader', { name, exact: true })
  const before = await header.getAttribute('aria-sort')
  await header.getByRole('button').click()
  await eventually(() => header.getAttribute('aria-sort')).not.toBe(before)
}
/** Types into a filter, which Enter applies at once. */
export const fill = (label: string, text: string) => async (page: Page) => {
  await page.getByLabel(label).first().fill(text)
  await page.getByLabel(label).first().press('Enter')
}
const pick = (label: string | RegExp, option: string | RegExp) => (page: Page) => select(page, label, option)
/** On home, whose menus are loaded when they are wanted. */
const chooseDays = (days: string) => choose(/^Days:/, days)
const nextPage = click('button', 'Next')

/** Those of a workspace. */
export function workspaceLists(workspaceId: string, userId: string): List[] {
  const w = `/w/${workspaceId}`
  const page = { limit: '50', workspaceId }
  const members = { page_size: 50, workspaceId }
  const chooseAll =
    (label: string, ...options: string[]) =>
    async (at: Page) => {
      await at.getByRole('search').getByRole('button', { name: label }).click()
      for (const name of options) await at.getByRole('option', { name, exact: true }).click()
      await at.keyboard.press('Escape')
    }
  const filtered = {
    search: 'a',
    roles: ['editor', 'viewer'],
    invite_statuses: ['joined'],
    search_terms: ['e', 'i'],
    credit_limit_set: false,
    apps_owned: { gte: 0, lte: 90 },
    agents_owned: { gte: 0, lte: 80 },
    last_active: { gte: '2020-01-02T00:00:00.000Z', lte: '2030-01-02T23:59:59.999Z' },
  }
  const { search, roles, invite_statuses } = filtered
  return [
    {
      path: w,
      operation: 'workspaces.overview',
      view: 'OverviewView',
      opens: { workspaceId, days: '14' },
      steps: [
        { does: 'shows a month', act: chooseDays('Last 30 days'), asks: { workspaceId, days: '30' } },
        { does: 'shows a week', act: chooseDays('Last 7 days'), asks: { workspaceId, days: '7' } },
      ],
    },
    {
      path: `${w}/apps`,
      operation: 'apps.list',
      view: 'AppsView',
      opens: page,
      steps: [
        { does: 'sorts by name', act: sortBy('Name'), asks: { ...page, sort: 'name' } },
        { does: 'sorts by name, from Z', act: sortBy('Name'), asks: { ...page, sort: '-name' } },
        { does: 'sorts by change', act: sortBy('Updated'), asks: { ...page, sort: 'updated_date' } },
        { does: 'sorts by creation', act: sortBy('Created'), asks: { ...page, sort: 'created_date' } },
        { does: 'turns the page', act: nextPage, asks: { ...page, sort: 'created_date', cursor: CURSOR } },
        {
          does: 'opens a folder',
          act: async (at) => {
            const folders = at.getByRole('navigation', { name: 'Folders' })
            await folders.getByRole('link', { name: 'Shop' }).click()
            await heading(at, 'Shop')
          },
          asks: { ...page, folder_id: 'fld_demo_shop' },
        },
        {
          does: 'sorts the folder',
          act: sortBy('Name'),
          asks: { ...page, folder_id: 'fld_demo_shop', sort: 'name' },
        },
        {
          does: 'looks for a name',
          act: fill('Search apps', 'a'),
          asks: { ...page, folder_id: 'fld_demo_shop', sort: 'name', search: 'a' },
        },
      ],
    },
    {
      path: `${w}/agents`,
      operation: 'agents.list',
      view: 'NamedView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        { does: 'looks for a name', act: fill('Search agents', 'a'), asks: { ...page, search: 'a' } },
      ],
    },
    {
      path: `${w}/tokens`,
      operation: 'tokens.list',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        { does: 'looks for a name', act: fill('Search access tokens', 'a'), asks: { ...page, search: 'a' } },
      ],
    },
    {
      path: `${w}/service-accounts`,
      operation: 'service_accounts.list',
      opens: page,
      steps: [{ does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } }],
    },
    {
      path: `${w}/agents/app_demo_helpdesk/versions`,
      operation: 'agents.list_versions',
      opens: { limit: '50' },
      steps: [{ does: 'turns the page', act: nextPage, asks: { limit: '50', cursor: CURSOR } }],
    },
    {
      path: `${w}/members/mail`,
      operation: 'mail.list',
      view: 'MailView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        { does: 'filters by state', act: pick(/State$/, 'Kept here'), asks: { ...page, status: 'kept' } },
        {
          does: 'looks for an address',
          act: fill('Search mails', 'EXAMPLE'),
          asks: { ...page, status: 'kept', search: 'EXAMPLE' },
        },
        {
          does: 'turns the page of what was found',
          act: nextPage,
          asks: { ...page, status: 'kept', search: 'EXAMPLE', cursor: CURSOR },
        },
        {
          does: 'looks for what is not there, from the first page',
          act: fill('Search mails', 'nobody'),
          asks: { ...page, status: 'kept', search: 'nobody' },
        },
        { does: 'clears the filters', act: click('button', 'Clear filters'), asks: null },
      ],
    },
    {
      path: `${w}/backups`,
      operation: 'backups.list',
      view: 'BackupsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows complete ones',
          act: pick('State', 'Complete'),
          asks: { ...page, status: 'completed' },
        },
        {
          does: 'shows those under way',
          act: pick('State', 'Being taken'),
          asks: { ...page, status: 'running' },
        },
        { does: 'shows failed ones', act: pick('State', 'Failed'), asks: { ...page, status: 'failed' } },
      ],
    },
    {
      path: `${w}/audit-log`,
      operation: 'audit.list',
      view: 'AuditView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'filters by actor',
          act: fill('Actor', 'a@example.com'),
          asks: { ...page, actor_email: 'a@example.com' },
        },
        {
          does: 'filters by action too',
          act: fill('Action', 'apps.create'),
          asks: { ...page, actor_email: 'a@example.com', action: 'apps.create' },
        },
        {
          does: 'filters by action',
          act: (at) => at.getByLabel('Actor').fill(''),
          asks: { ...page, action: 'apps.create' },
        },
      ],
    },
    {
      path: `${w}/members/credits`,
      operation: 'credits.list',
      view: 'CreditsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'filters by use',
          act: pick(/Used for/, 'Reply of an agent'),
          asks: { ...page, kind: 'agent_message' },
        },
        {
          does: 'filters by app',
          act: pick(/App$/, 'Orders'),
          asks: { ...page, kind: 'agent_message', app_id: 'app_demo_orders' },
        },
        {
          does: 'filters from a day',
          act: fill('From this day, in UTC', '2026-01-02'),
          asks: {
            ...page,
            kind: 'agent_message',
            app_id: 'app_demo_orders',
            since: '2026-01-02T00:00:00.000Z',
          },
        },
        {
          does: 'filters until a day, all of it',
          act: fill('Until this day, in UTC', '2026-01-31'),
          asks: {
            ...page,
            kind: 'agent_message',
            app_id: 'app_demo_orders',
            since: '2026-01-02T00:00:00.000Z',
            until: '2026-02-01T00:00:00.000Z',
          },
        },
        {
          does: 'shows the uses of one member',
          act: (at) => at.goto(`${w}/members/credits?user=${userId}`),
          asks: { ...page, user_id: userId },
        },
      ],
    },
    {
      path: `${w}/members`,
      operation: 'members.list',
      view: 'MembersView',
      opens: members,
      steps: [
        ...[
          ['Member', 'member'],
          ['Role', 'role'],
          ['Apps', 'apps'],
          ['Agents', 'agents'],
          ['Credits this month', 'credits'],
          ['Last active', 'last_active'],
        ].map(([header = '', sort_by = '']) => ({
          does: `sorts by ${sort_by}`,
          act: sortBy(header),
          asks: { ...members, sort_by, sort_dir: 'asc' },
        })),
        {
          does: 'sorts the other way',
          act: sortBy('Last active'),
          asks: { ...members, sort_by: 'last_active', sort_dir: 'desc' },
        },
        {
          does: 'turns the page',
          act: nextPage,
          asks: { ...members, sort_by: 'last_active', sort_dir: 'desc', cursor: CURSOR },
        },
        { does: 'searches', act: (at) => at.goto(`${w}/members?search=a`), asks: { ...members, search } },
        {
          does: 'filters by role',
          act: chooseAll('Role', 'Editor', 'Viewer'),
          asks: { ...members, search, roles },
        },
        {
          does: 'filters by status',
          act: chooseAll('Status', 'Joined'),
          asks: { ...members, search, roles, invite_statuses },
        },
        {
          does: 'filters by everything else',
          act: async (at) => {
            await click('button', 'More filters')(at)
            await select(at, /Credit limit$/, /^Without: on the default/)
            const dialog = at.getByRole('dialog')
            for (const [label, text] of [
              ['Apps, at least', '0'],
              ['Apps, at most', '90'],
              ['Agents, at least', '0'],
              ['Agents, at most', '80'],
              ['Last active from', '2020-01-02'],
              ['Last active until', '2030-01-02'],
              ['Any of these', 'e\ni'],
            ] as const)
              await dialog.getByLabel(label).fill(text)
            await click('button', 'Apply filters')(at)
          },
          asks: { ...members, ...filtered },
        },
      ],
    },
  ]
}
