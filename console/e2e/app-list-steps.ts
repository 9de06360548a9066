/** As list-steps.ts, for the lists of apps and agents. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { click, select } from './act.ts'
import { codeLists } from './code-list-steps.ts'
import { connectorLists } from './connector-list-steps.ts'
import { functionLists } from './function-list-steps.ts'
import { CURSOR, fill, type List, type Step } from './list-steps.ts'
import { recordSteps } from './record-list-steps.ts'
import { securityLists } from './security-list-steps.ts'
import { testLists } from './test-list-steps.ts'
import { visitLists } from './visit-list-steps.ts'

const nextPage = click('button', 'Next')
const pick = (label: string | RegExp, option: string | RegExp) => (page: Page) => select(page, label, option)

export interface AppLists {
  workspaceId: string
  webhookId: string
  /** With two runs that completed. */
  workflowId: string
  /** Of the shop, called Sign in. */
  flowId: string
}

export function appLists({ workspaceId, webhookId, workflowId, flowId }: AppLists): List[] {
  const orders = `/w/${workspaceId}/apps/app_demo_orders`
  const shop = `/w/${workspaceId}/apps/app_demo_storefront`
  const page = { limit: '50' }
  const delivered = { limit: '25' }
  const range = { date_range: 'LAST_30_DAYS' }
  return [
    {
      path: `${orders}/users`,
      operation: 'app_users.list',
      view: 'AppUsersView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'searches',
          act: (at) => at.getByLabel('Search users').fill('grace'),
          asks: { ...page, search: 'grace' },
        },
      ],
    },
    { path: `${orders}/users/sign-in-providers`, operation: 'app_providers.list', opens: {}, steps: [] },
    {
      path: `${orders}/files`,
      operation: 'files.list',
      view: 'FilesView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows private ones',
          act: pick(/Which$/, /^Private/),
          asks: { ...page, visibility: 'private' },
        },
        {
          does: 'shows public ones',
          act: pick(/Which$/, /^Public/),
          asks: { ...page, visibility: 'public' },
        },
        {
          does: 'looks for a name',
          act: fill('Search files', 'a'),
          asks: { ...page, visibility: 'public', search: 'a' },
        },
      ],
    },
    {
      path: `${orders}/entities/Order`,
      operation: 'records.page',
      view: 'RecordsView',
      opens: { limit: '100' },
      steps: recordSteps(),
    },
    {
      path: `${orders}/entities/Customer`,
      operation: 'record_views.list',
      opens: { entity_name: 'Customer' },
      steps: [],
    },
    {
      path: `/w/${workspaceId}/agents/app_demo_helpdesk/webhooks/${webhookId}`,
      operation: 'deliveries.list',
      view: 'DeliveriesView',
      opens: delivered,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...delivered, cursor: CURSOR } },
        ...['Succeeded', 'Failed', 'Canceled', 'Pending'].map((name) => ({
          does: `shows those that are ${name}`,
          act: (at: Page) => at.getByRole('link', { name: new RegExp(`^${name}`) }).click(),
          asks: { ...delivered, status: name.toLowerCase() },
        })),
        {
          does: 'filters by event',
          act: pick(/Event$/, /^message\.created/),
          asks: { ...delivered, status: 'pending', event_type: 'message.created' },
        },
        {
          does: 'searches by id',
          act: (at) => at.getByLabel('Search deliveries').fill('evt_1'),
          asks: { ...delivered, status: 'pending', event_type: 'message.created', search: 'evt_1' },
        },
      ],
    },
    {
      path: `${shop}/ads/campaigns`,
      operation: 'campaigns.list',
      view: 'CampaignsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows figures of other days',
          act: pick(/Figures of$/, 'Last 7 days'),
          asks: { ...page, date_range: 'LAST_7_DAYS' },
        },
        {
          does: 'looks for a name',
          act: fill('Search campaigns', 'a'),
          asks: { ...page, date_range: 'LAST_7_DAYS', search: 'a' },
        },
      ],
    },
    ...securityLists(orders),
    ...connectorLists(orders, workspaceId),
    ...codeLists(shop),
    ...visitLists(orders),
    ...testLists(shop, flowId),
    {
      path: `${orders}/workflows`,
      operation: 'workflows.list',
      view: 'WorkflowsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows active ones',
          act: pick('Status', 'Active'),
          asks: { ...page, status: 'active' },
        },
        {
          does: 'shows those that are started by hand',
          act: pick('Trigger', 'Manually'),
          asks: { ...page, status: 'active', trigger_type: 'manual' },
        },
        {
          does: 'looks for a name',
          act: fill('Search workflows', 'a'),
          asks: { ...page, status: 'active', trigger_type: 'manual', search: 'a' },
        },
      ],
    },
    ...[
      { path: `${orders}/workflows/${workflowId}/runs`, operation: 'runs.list' },
      { path: `${orders}/workflows/runs`, operation: 'runs.list_all' },
    ].map((list) => ({
      ...list,
      view: 'WorkflowRunsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows those that completed',
          act: pick('Status', 'Completed'),
          asks: { ...page, status: 'completed' },
        },
        {
          does: 'shows those that were started by hand',
          act: pick('Trigger', 'Manually'),
          asks: { ...page, status: 'completed', trigger_type: 'manual' },
        },
      ],
    })),
    ...functionLists(`${shop}/functions/delivery-quote`),
    ...[
      { path: `${shop}/ads`, operation: 'ads.dashboard', also: {} },
      {
        path: `${shop}/ads/campaigns/cmp_demo_catalogue`,
        operation: 'campaigns.metrics',
        also: { campaign_id: 'cmp_demo_catalogue' },
      },
    ].map(({ path, operation, also }) => ({
      path,
      operation,
      view: 'AdReportView',
      opens: { ...range, ...also },
      steps: dayChoices(also),
    })),
    {
      path: `${shop}/ads/search-terms`,
      operation: 'ads.search_terms',
      view: 'SearchTermsView',
      opens: range,
      steps: [
        ...dayChoices({}),
        {
          does: 'sorts what is there',
          act: async (at) => {
            await at.goto(`${shop}/ads/search-terms`)
            await at.getByRole('columnheader', { name: 'Clicks' }).getByRole('button').click()
            await at.waitForURL(/sort=clicks/)
          },
          asks: null,
        },
      ],
    },
    {
      path: `${shop}/ads/assets`,
      operation: 'assets.list',
      view: 'AssetsView',
      opens: {},
      steps: [
        {
          does: 'shows those of a campaign',
          act: pick(/Campaign$/, 'Oak tables, Netherlands'),
          asks: { campaign_id: 'cmp_demo_oak_tables', session_id: '' },
        },
        {
          does: 'shows a kind of what was generated',
          act: (at) => at.goto(`${shop}/ads/assets?session=ase_unknown&kind=HEADLINE`),
          asks: {},
        },
      ],
    },
    {
      path: `${shop}/analytics/events`,
      operation: 'events.query',
      view: 'EventsView',
      opens: events,
      steps: eventSteps(),
    },
    {
      path: `${shop}/analytics`,
      operation: 'stats.history',
      opens: { days: '30', unit: 'day' },
      steps: [{ does: 'chooses other days', act: pick(/Days$/, /7 days/), asks: { days: '7', unit: 'day' } }],
    },
  ]
}

const FROM_MIDNIGHT = { since: expect.stringMatching(/T00:00:00\.000Z$/) }
const events = { limit: '25', ...FROM_MIDNIGHT }

function eventSteps(): Step[] {
  const bought = { event_name: 'checkout_completed' }
  const summed = { ...bought, property: 'total', percentiles: [50, 95], ...FROM_MIDNIGHT }
  const aggregate = { operation: 'events.aggregate' }
  return [
    { does: 'turns the page', act: nextPage, asks: { ...events, cursor: CURSOR } },
    { does: 'chooses an event', act: pick(/Event$/, /^checkout_completed/), asks: { ...events, ...bought } },
    { does: 'chooses a time', act: pick(/Time$/, 'Last 7 days'), asks: { ...events, ...bought } },
    {
      does: 'measures a property',
      act: async (at) => {
        await select(at, /Measure$/, 'Sum of a property')
        await at.getByLabel('Property', { exact: true }).fill('total')
      },
      asks: { ...summed, bucket: 'day' },
      ...aggregate,
    },
    {
      does: 'tells apart by page',
      act: pick(/Reported apart by$/, 'Page'),
      asks: { ...summed, group_by: 'page_url', top: 20 },
      ...aggregate,
    },
  ]
}

/** The days of a report: a preset, then two days. */
function dayChoices(also: object): Step[] {
  return [
    { does: 'chooses a preset', act: pick(/Days$/, 'Yesterday'), asks: { date_range: 'YESTERDAY', ...also } },
    {
      does: 'chooses days of its own',
      act: async (at) => {
        await select(at, /Days$/, 'Days of your own')
        for (const [label, day] of [
          ['From', '2026-02-03'],
          ['Until', '2026-02-05'],
        ] as const) {
          await at.getByLabel(new RegExp(`^${label} this day`)).fill(day)
          await at.getByLabel(new RegExp(`^${label} this day`)).press('Enter')
        }
      },
      asks: { start_date: '2026-02-03', end_date: '2026-02-05', ...also },
    },
  ]
}
