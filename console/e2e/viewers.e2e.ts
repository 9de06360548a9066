/** Nobody is offered what the server would refuse: each role visits every page, and those who only read find no act. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WorkspaceRole } from '../../server/src/tenancy/access/roles.ts'
import { consoleSources } from '../../server/structure/console-calls.ts'
import { choose, chooseOfFolder, click, select } from './act.ts'
import { actsOn } from './acts-on-page.ts'
import { FOR_ADMINS, partsOf, type VisitedPage } from './app-part-pages.ts'
import { ANYTHING, consoleForFile, eventually, expectNoComplaints, goTo, openAs, toast } from './console.ts'
import { viewedScene } from './viewed-scene.ts'

// Runs of workflows and coding sessions are carried out.
const atrium = consoleForFile({ role: 'all', rate_limits: 'off' }, ANYTHING)
/** What the server named; stands in braces in the addresses below. */
const made: Record<string, string> = {}
beforeAll(async () => void Object.assign(made, await viewedScene(atrium)))

const SHOP = 'apps/app_demo_storefront'
const AGENT = 'agents/app_demo_helpdesk'

/** Every page with the files that show it, and what may be pressed there by those who only read. */
const PAGES: VisitedPage[] = [
  {
    path: '',
    shows: ['home/HomePage.tsx'],
    // What one is sent is one's own choice.
    allows: /^Notify me$/,
  },
  { path: SHOP, shows: ['home/AppOverviewPage.tsx'] },
  {
    path: 'apps',
    shows: ['apps/AppsPage.tsx'],
    // Personal folders are one's own.
    allows: /^(New personal folder|New folder|Settings|Put into folder)$/,
  },
  { path: `${SHOP}/settings`, shows: ['apps/AppPage.tsx', 'apps/AppSettingsTab.tsx'] },
  { path: `${SHOP}/entities/Purchase`, shows: ['entities/EntitiesTab.tsx', 'entities/RecordsPage.tsx'] },
  {
    path: `${SHOP}/entity-schemas/Purchase`,
    shows: [
      'entity-schemas/SchemasTab.tsx',
      'entity-schemas/SchemaPage.tsx',
      'entity-schemas/FieldsPart.tsx',
    ],
  },
  { path: `${SHOP}/entity-schemas/Purchase/rls`, shows: ['entity-schemas/RulesPart.tsx'] },
  { path: `${SHOP}/users`, shows: ['app-users/AppUsersTab.tsx'] },
  { path: `${SHOP}/users/sign-in-providers`, shows: ['sign-in-providers/AppProvidersPage.tsx'] },
  { path: `${SHOP}/files`, shows: ['files/FilesTab.tsx'] },
  { path: `${SHOP}/site`, shows: ['site/SiteTab.tsx'] },
  {
    path: `${SHOP}/chat`,
    shows: ['chat/ChatTab.tsx'],
    // Looking at the preview changes nothing.
    allows: /^Reload the preview$/,
  },
  ...partsOf(SHOP),
  { path: `${SHOP}/functions`, shows: ['functions/FunctionsTab.tsx'] },
  { path: `${SHOP}/functions/hello`, shows: ['functions/FunctionPage.tsx', 'functions/CodePart.tsx'] },
  {
    path: `${SHOP}/functions/hello/invoke`,
    shows: ['functions/InvokePart.tsx'],
    // Everybody who may use the app may call its functions.
    allows: /^Send$/,
  },
  { path: `${SHOP}/functions/hello/logs`, shows: ['functions/LogsPart.tsx'] },
  {
    path: `${SHOP}/functions/hello/invocations`,
    shows: ['functions/InvocationsPart.tsx'],
    allows: /^Refresh$/,
  },
  { path: `${SHOP}/functions/hello/deployments`, shows: ['functions/DeploymentsPart.tsx'] },
  { path: `${SHOP}/functions/hello/automations`, shows: ['functions/AutomationsPart.tsx'] },
  { path: `${SHOP}/workflows`, shows: ['workflows/WorkflowsTab.tsx'] },
  { path: `${SHOP}/workflows/runs`, shows: ['workflow-runs/AllRunsPage.tsx'] },
  {
    path: `${SHOP}/workflows/{workflow}`,
    shows: ['workflows/WorkflowPage.tsx', 'workflows/DefinitionPart.tsx'],
    // Looking at a step changes nothing.
    allows: /^(Step\s|Zoom )/,
  },
  { path: `${SHOP}/workflows/{workflow}/settings`, shows: ['workflows/SettingsPart.tsx'] },
  { path: `${SHOP}/workflows/{workflow}/runs`, shows: ['workflow-runs/RunsPart.tsx'] },
  { path: `${SHOP}/workflows/{workflow}/versions`, shows: ['workflows/VersionsPart.tsx'] },
  {
    path: `${SHOP}/workflows/{workflow}/runs/{run}`,
    shows: ['workflow-runs/RunPage.tsx'],
    allows: /^Details of /,
  },
  {
    path: `${SHOP}/workflows/{asking}/runs/{askingRun}`,
    shows: ['workflow-runs/RunPage.tsx'],
    allows: /^Details of /,
  },
  { path: `${SHOP}/tests`, shows: ['tests/TestsTab.tsx'] },
  { path: `${SHOP}/tests/new`, shows: ['tests/NewTestPage.tsx'] },
  { path: `${SHOP}/tests/runs`, shows: ['test-runs/TestRunsPage.tsx'] },
  { path: `${SHOP}/tests/runs/{testRun}`, shows: ['test-runs/TestRunPage.tsx'] },
  { path: `${SHOP}/tests/runs/{openTestRun}`, shows: ['test-runs/TestRunPage.tsx'] },
  { path: `${SHOP}/tests/{flow}`, shows: ['tests/TestPage.tsx', 'tests/StepsPart.tsx'] },
  { path: `${SHOP}/tests/{flow}/stats`, shows: ['tests/StatsPart.tsx'] },
  { path: `${SHOP}/connectors`, shows: ['connectors/ConnectorsTab.tsx', 'connectors/ConnectorsPart.tsx'] },
  { path: `${SHOP}/connectors/calls`, shows: ['connectors/CallsPart.tsx'] },
  { path: `${SHOP}/secrets`, shows: ['secrets/SecretsTab.tsx'] },
  { path: `${SHOP}/security`, shows: ['security/SecurityTab.tsx', 'security/FindingsPart.tsx'] },
  { path: `${SHOP}/security/ignored`, shows: ['security/IgnoredPart.tsx'] },
  { path: `${SHOP}/security/history`, shows: ['security/HistoryPart.tsx'] },
  { path: `${SHOP}/security/settings`, shows: ['security/ScanSettingsPart.tsx'] },
  { path: `${SHOP}/ads`, shows: ['ads/AdsTab.tsx', 'ads/OverviewPage.tsx'] },
  { path: `${SHOP}/ads/launch`, shows: ['ads/launch/LaunchPage.tsx'] },
  { path: `${SHOP}/ads/launch/unknown?name=Tables`, shows: ['ads/launch/LaunchUnknownPage.tsx'] },
  { path: `${SHOP}/ads/campaigns`, shows: ['ads/CampaignsPage.tsx'] },
  { path: `${SHOP}/ads/campaigns/cmp_demo_catalogue`, shows: ['ads/CampaignPage.tsx'] },
  { path: `${SHOP}/ads/search-terms`, shows: ['ads/SearchTermsPage.tsx'] },
  { path: `${SHOP}/ads/assets`, shows: ['ads/AssetsPage.tsx'] },
  { path: `${SHOP}/ads/tracking`, shows: ['ads/TrackingPage.tsx'] },
  {
    path: `${SHOP}/analytics`,
    shows: ['analytics/AnalyticsTab.tsx', 'analytics/UserCountsPage.tsx'],
  },
  { path: `${SHOP}/analytics/events`, shows: ['analytics/EventsPage.tsx'] },
  { path: `${SHOP}/webhooks`, shows: ['webhooks/WebhooksTab.tsx'] },
  { path: 'agents', shows: ['agents/AgentsPage.tsx'], allows: /^(Chat|Settings)$/ },
  {
    path: AGENT,
    shows: ['agents/AgentPage.tsx', 'agents/ChatTab.tsx'],
    // Everybody who can open an agent talks to it, in a conversation of their own.
    allows: /^(Send|Delete message)$/,
  },
  { path: `${AGENT}/versions`, shows: ['agents/AgentVersionsTab.tsx'] },
  { path: `${AGENT}/webhooks`, shows: ['webhooks/WebhooksTab.tsx'] },
  { path: `${AGENT}/webhooks/whk_demo_tickets`, shows: ['webhooks/DeliveriesPage.tsx'] },
  // Tokens are one's own, and do no more than their owner can.
  { path: 'tokens', shows: ['tokens/TokensPage.tsx'], allows: /^(New token|Revoke .*)$/ },
  { path: 'connectors', shows: ['own-connectors/OwnConnectorsPage.tsx'] },
  { path: 'connectors/new', shows: ['own-connectors/NewConnectorPage.tsx'] },
  { path: 'connectors/own/harbour-warehouse', shows: ['own-connectors/OwnConnectorPage.tsx'] },
  { path: 'connectors/client-ids', shows: ['own-connectors/ClientIdsPage.tsx'] },
  { path: 'members', shows: ['members/MembersPage.tsx'] },
  { path: 'members/credits', shows: ['credits/CreditsPage.tsx'] },
  { path: 'members/mail', shows: ['mail/MailPage.tsx'] },
  { path: 'audit-log', shows: ['audit/AuditPage.tsx'] },
  { path: 'service-accounts', shows: ['service-accounts/ServiceAccountsPage.tsx'] },
  ...FOR_ADMINS,
  {
    path: 'settings',
    shows: ['workspace/WorkspaceSettingsPage.tsx'],
    // Nobody has to stay.
    allows: /^Leave this workspace$/,
  },
  { path: 'settings/sign-in', shows: ['sign-in-providers/WorkspaceSignInPage.tsx'] },
  // All of one's account is one's own.
  { path: 'account', shows: ['account/AccountPage.tsx'], allows: /^/ },
]

/** Pages outside of a workspace. */
const OUTSIDE = /^(NoWorkspacePage|(sign-in|invitations|connected|docs)\/|account\/(Bare|Forgot|Reset))/

/** What changes nothing: opening, sorting, filtering, turning pages, copying. */
const HARMLESS =
  /^(Actions for |Copy |Show |Dismiss |Snooze |For |Select |Previous|Next|Clear |More filters|Folders$|Days:|SORT )/

const READERS = [
  { who: 'a viewer', role: 'viewer' },
  { who: 'a guest with an app to view', role: 'guest', given: 'viewer' },
] as const
const EDITORS = [
  { who: 'a guest with an app to edit', role: 'guest', given: 'editor' },
  { who: 'a viewer with an app to edit', role: 'viewer', given: 'editor' },
  { who: 'an editor', role: 'editor' },
] as const

describe('every page', () => {
  test('is one of those that are visited here', () => {
    const routes = consoleSources.filter(({ path }) => /^console\/src\/([\w-]+-)?routes\.tsx?$/.test(path))
    const shown = routes.flatMap(({ text }) =>
      [...text.matchAll(/import\('\.\/pages\/([\w/-]+\.tsx)'\)/g)].map(([, file]) => file),
    )
    const visited = new Set(PAGES.flatMap(({ shows }) => shows))
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.filter((file) => !OUTSIDE.test(file ?? '') && !visited.has(file ?? ''))).toEqual([])
  })

  test.each(READERS)('offers a person who is $who nothing that would be refused', async (reader) => {
    const { page, refused } = await signedIn(reader)
    const offered: string[] = []
    const links = new Set<string>()
    const closed: string[] = []
    for (const { path, allows } of PAGES) {
      await visit(page, path)
      if ((await page.getByRole('heading', { name: 'For editors' }).count()) > 0) closed.push(path)
      for (const link of await linksOn(page)) links.add(link)
      const acts = await actsOn(page)
      for (const act of acts) if (!HARMLESS.test(act) && !allows?.test(act)) offered.push(`${path}: ${act}`)
      if (allows)
        expect(
          acts.filter((act) => allows.test(act)),
          path,
        ).not.toEqual([])
    }
    const deadEnds = closed.filter((path) => [path, ...above(path)].some((way) => links.has(way)))
    expect({ offered, deadEnds, refused }).toEqual({ offered: [], deadEnds: [], refused: [] })
    expect(closed.length).toBeGreaterThan(10)
    await page.context().close()
    expectNoComplaints(atrium)
  })

  test('lets a viewer do all that is left to them', async () => {
    const { page, refused } = await signedIn({ role: 'viewer' })
    await visit(page, 'tokens')
    await click('button', 'New token')(page)
    await page.getByRole('dialog').getByLabel('Name').fill('Mine')
    await click('button', 'Create token')(page)
    await click('button', 'I have copied it')(page)
    await click('button', 'Revoke Mine')(page)
    await click('button', 'Revoke token')(page)
    await toast(page, 'Mine revoked')
    await visit(page, 'apps')
    await click('button', 'New personal folder')(page)
    await page.getByRole('dialog').getByLabel('Name').fill('Mine')
    await click('button', 'Create folder')(page)
    await toast(page, 'Folder Mine created')
    await visit(page, 'apps')
    await choose('Storefront', 'Put into folder')(page)
    await select(page, /Folder$/, 'Mine')
    await click('button', 'Put into folder')(page)
    await toast(page, 'App put into Mine')
    await chooseOfFolder('Mine', 'Delete')(page)
    await click('button', 'Delete folder')(page)
    await toast(page, 'Folder Mine deleted')
    await visit(page, AGENT)
    await page.getByRole('textbox', { name: /^Message to/ }).fill('Hello again')
    await click('button', 'Send')(page)
    await page.getByRole('article', { name: 'You' }).getByText('Hello again').waitFor()
    await page.getByRole('button', { name: 'Delete message' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click()
    await toast(page, 'Message deleted')
    expect(refused).toEqual([])
    await page.context().close()
    expectNoComplaints(atrium)
  })

  test.each(EDITORS)('asks nothing for a person who is $who that is refused', async (editor) => {
    const { page, refused } = await signedIn(editor)
    for (const { path } of PAGES) await visit(page, path)
    expect(refused).toEqual([])
    await page.context().close()
    expectNoComplaints(atrium)
  })
})

interface Someone {
  role: WorkspaceRole
  given?: 'viewer' | 'editor'
}

/** A page of somebody with this role, and what they were refused since. */
async function signedIn({ role, given }: Someone) {
  const { make } = atrium.app
  const person = await make.person(role, { id: atrium.workspaceId })
  for (const id of given ? ['app_demo_storefront', 'app_demo_helpdesk'] : []) {
    await make.collaborator({ id }, person, given ?? 'viewer')
  }
  const api = atrium.app.as(person)
  const { id: conversation_id } = await api.conversations.open({ agent_id: 'app_demo_helpdesk' }, {})
  await api.messages.send({ agent_id: 'app_demo_helpdesk', conversation_id }, { content: 'Hello' })
  const page = await openAs(atrium, person, '/', { reducedMotion: 'reduce' })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403)
      refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
  })
  return { page, refused }
}

/** Shows the page and waits until all that it reads is there. */
async function visit(page: Page, path: string) {
  const waiting = new Set<unknown>()
  page.removeAllListeners('request')
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) return
    waiting.add(request)
    const answered = () => waiting.delete(request)
    // It has none when the page is closed before.
    void request.response().then(answered, answered)
  })
  const named = Object.entries(made).reduce((way, [name, id]) => way.replace(`{${name}}`, id), path)
  await goTo(page, `/w/${atrium.workspaceId}/${named}`.replace(/\/$/, ''))
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { name: 'For editors' }))
    .first()
    .waitFor()
  await eventually(() => waiting.size).toBe(0)
  // What draws a workflow comes after the page.
  await eventually(() => page.getByText('Loading the drawing').count()).toBe(0)
}

/** Where the links of the page lead, from the workspace on. */
async function linksOn(page: Page): Promise<string[]> {
  const ways = await page
    .locator('a[href^="/"]')
    .evaluateAll((nodes) => nodes.map((node) => (node as HTMLAnchorElement).pathname))
  return ways.map((way) => way.replace(`/w/${atrium.workspaceId}/`, ''))
}

/** A tab leads to the first page below it: `…/entities` to `…/entities/Purchase`. */
function above(path: string): string[] {
  const parent = path.replace(/\/[^/]+$/, '')
  return /\/(entities|entity-schemas|ads|webhooks)$/.test(parent) ? [parent] : []
}
