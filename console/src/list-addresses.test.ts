/** Every filter of a list stands in its address, and asks the API for exactly what it says. */
import type { FetchQueryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { adsQueries } from './ads-queries.ts'
import { analyticsQueries } from './analytics-queries.ts'
import { queryClient } from './api.ts'
import { logsQueries } from './logs-queries.ts'
import { reportViewOf } from './pages/ads/report-range.ts'
import { eventsViewOf } from './pages/analytics/event-view.ts'
import { logsViewOf } from './pages/logs/logs-view.ts'
import { sourceQueries } from './source-queries.ts'
import { type Asked, askAtAddress, OWNER, recordRequests } from './test/ask-at-address.ts'

const WORKSPACE = '/w/ws_1'
const APP = `${WORKSPACE}/apps/app_1`
const page = { limit: '50' }
const workspacePage = { ...page, workspaceId: 'ws_1' }
const deliveries = { limit: '25' }
const lines = { limit: '200' }
const block = { limit: '100' }

type Row = readonly [address: string, operation: string, input: Record<string, unknown>]

/** Lists that the loaders of their pages read. */
const LISTS: readonly Row[] = [
  [WORKSPACE, 'workspaces.overview', { workspaceId: 'ws_1', days: '14' }],
  ...['7', '14', '30'].map(
    (days): Row => [`${WORKSPACE}?days=${days}`, 'workspaces.overview', { workspaceId: 'ws_1', days }],
  ),
  [`${WORKSPACE}/apps`, 'apps.list', workspacePage],
  ...['name', '-name', 'updated_date', '-updated_date', 'created_date', '-created_date'].map(
    (sort): Row => [`${WORKSPACE}/apps?sort=${sort}`, 'apps.list', { ...workspacePage, sort }],
  ),
  [
    `${WORKSPACE}/apps?folder=fld_1&search=a&sort=name&cursor=c`,
    'apps.list',
    { ...workspacePage, folder_id: 'fld_1', search: 'a', sort: 'name', cursor: 'c' },
  ],
  [`${WORKSPACE}/apps?sort=size`, 'apps.list', workspacePage],
  [`${WORKSPACE}/agents?search=a&cursor=c`, 'agents.list', { ...workspacePage, search: 'a', cursor: 'c' }],
  [`${WORKSPACE}/agents/app_1/versions?cursor=c`, 'agents.list_versions', { ...page, cursor: 'c' }],
  [`${WORKSPACE}/tokens?search=a&cursor=c`, 'tokens.list', { ...workspacePage, search: 'a', cursor: 'c' }],
  [
    `${WORKSPACE}/installation/workspaces?search=a&cursor=c`,
    'installation.list_workspaces',
    { ...page, search: 'a', cursor: 'c' },
  ],
  [`${WORKSPACE}/service-accounts?cursor=c`, 'service_accounts.list', { ...workspacePage, cursor: 'c' }],
  [
    `${WORKSPACE}/members/mail?status=kept&search=a&cursor=c`,
    'mail.list',
    { ...workspacePage, status: 'kept', search: 'a', cursor: 'c' },
  ],
  ...['running', 'completed', 'failed'].map(
    (status): Row => [
      `${WORKSPACE}/backups?status=${status}&cursor=c`,
      'backups.list',
      { ...workspacePage, status, cursor: 'c' },
    ],
  ),
  [
    `${WORKSPACE}/audit-log?action=apps.create&actor_email=a%40example.com&cursor=c`,
    'audit.list',
    { ...workspacePage, action: 'apps.create', actor_email: 'a@example.com', cursor: 'c' },
  ],
  [
    // From the first day, and all of the last one.
    `${WORKSPACE}/members/credits?user=usr_1&app=app_1&kind=agent_message&from=2026-01-02&to=2026-01-31&cursor=c`,
    'credits.list',
    {
      ...workspacePage,
      user_id: 'usr_1',
      app_id: 'app_1',
      kind: 'agent_message',
      since: '2026-01-02T00:00:00.000Z',
      until: '2026-02-01T00:00:00.000Z',
      cursor: 'c',
    },
  ],
  [`${WORKSPACE}/members/credits?kind=gold&from=never`, 'credits.list', workspacePage],
  [
    // What each part means is held by members-view.test.ts.
    `${WORKSPACE}/members?search=a&role=viewer,editor&sort=-role&cursor=c`,
    'members.list',
    {
      workspaceId: 'ws_1',
      page_size: 50,
      search: 'a',
      roles: ['editor', 'viewer'],
      sort_by: 'role',
      sort_dir: 'desc',
      cursor: 'c',
    },
  ],
  [`${APP}/users?search=grace&cursor=c`, 'app_users.list', { ...page, search: 'grace', cursor: 'c' }],
  ...['public', 'private'].map(
    (visibility): Row => [
      `${APP}/files?visibility=${visibility}&search=a&cursor=c`,
      'files.list',
      { ...page, visibility, search: 'a', cursor: 'c' },
    ],
  ),
  [`${APP}/files?visibility=half`, 'files.list', page],
  [`${APP}/entities/Order`, 'records.page', block],
  [
    `${APP}/entities/Order?q=%7B%22a%22%3A1%7D&sort=-total`,
    'records.page',
    { ...block, q: '{"a":1}', sort: '-total' },
  ],
  ...['pending', 'succeeded', 'failed', 'canceled'].map(
    (status): Row => [
      `${APP}/webhooks/whk_1?status=${status}&event_type=entity.created&search=evt_1&cursor=c`,
      'app_deliveries.list',
      { ...deliveries, status, event_type: 'entity.created', search: 'evt_1', cursor: 'c' },
    ],
  ),
  [
    `${WORKSPACE}/agents/app_1/webhooks/whk_1?status=failed`,
    'deliveries.list',
    { ...deliveries, status: 'failed' },
  ],
  [
    `${APP}/ads/campaigns?search=a&range=LAST_7_DAYS&cursor=c`,
    'campaigns.list',
    { ...page, search: 'a', date_range: 'LAST_7_DAYS', cursor: 'c' },
  ],
  [
    `${APP}/security/ignored?search=src%2F&cursor=c`,
    'findings.list_ignored',
    { ...page, search: 'src/', cursor: 'c' },
  ],
  [
    `${APP}/connectors/calls?connector=sandbox-oauth&failed=on&cursor=c`,
    'connectors.list_calls',
    { ...page, integration_type: 'sandbox-oauth', failed: 'true', cursor: 'c' },
  ],
  [`${APP}/code?state=completed&cursor=c`, 'coding.list', { ...page, state: 'completed', cursor: 'c' }],
  [`${APP}/code/pull-requests`, 'pull_requests.list', { ...page, state: 'open' }],
  [
    `${APP}/code/pull-requests?state=all&cursor=c`,
    'pull_requests.list',
    { ...page, state: 'all', cursor: 'c' },
  ],
  [`${APP}/tests?search=a&cursor=c`, 'flows.list', { ...page, search: 'a', cursor: 'c' }],
  [
    `${APP}/tests/runs?flow=flw_1&status=passed&cursor=c`,
    'test_runs.list',
    { ...page, flow_id: 'flw_1', status: 'passed', cursor: 'c' },
  ],
  [
    `${APP}/workflows?status=active&trigger=manual&search=a&cursor=c`,
    'workflows.list',
    { ...page, status: 'active', trigger_type: 'manual', search: 'a', cursor: 'c' },
  ],
  [
    `${APP}/workflows/wfl_1/runs?status=completed&trigger=manual&cursor=c`,
    'runs.list',
    { ...page, status: 'completed', trigger_type: 'manual', cursor: 'c' },
  ],
  [
    `${APP}/workflows/runs?status=completed&trigger=manual&cursor=c`,
    'runs.list_all',
    { ...page, status: 'completed', trigger_type: 'manual', cursor: 'c' },
  ],
  [
    `${APP}/functions/hello/logs?level=error&request=req_1`,
    'functions.logs',
    { ...lines, level: 'error', request_id: 'req_1' },
  ],
  [
    `${APP}/functions/hello/invocations?failed=on&cursor=c`,
    'functions.list_invocations',
    { ...page, failed: 'true', cursor: 'c' },
  ],
  ...['queued', 'running', 'succeeded', 'failed'].map(
    (status): Row => [
      `${APP}/functions/hello/automations?status=${status}&cursor=c`,
      'automations.list_runs',
      { ...page, status, cursor: 'c' },
    ],
  ),
  [`${APP}/logs?days=90`, 'app_logs.stats', { days: '90' }],
]

test.each(LISTS)('%s asks %s for what it says', async (address, operation, input) => {
  const asked = await askAtAddress(address)
  expect(inputsOf(asked, operation)).toEqual([input])
})

// biome-ignore lint/suspicious/noExplicitAny: each query has its own types, and none of them matters here.
type Query = FetchQueryOptions<any, any, any, any>

const FROM_MIDNIGHT = { since: expect.stringMatching(/T00:00:00\.000Z$/) }
const view = (query: string) => new URLSearchParams(query)
const days = { start_date: '2026-02-03', end_date: '2026-02-05' }

/** Parts of pages, which read when they show. */
const PARTS: readonly (readonly [does: string, query: Query, operation: string, input: object])[] = [
  [
    'the changes of a folder',
    sourceQueries.commits('app_1', { path: 'notes', cursor: 'c' }),
    'source.commits',
    {
      ...page,
      path: 'notes',
      cursor: 'c',
    },
  ],
  [
    'the visits of a person',
    logsQueries.visits(
      'app_1',
      logsViewOf(view('page=Home&user=usr_1&from=2026-01-02&to=2026-01-31&cursor=c')),
    ),
    'app_logs.list',
    {
      ...page,
      page: 'Home',
      user_id: 'usr_1',
      since: '2026-01-02T00:00:00.000Z',
      until: '2026-02-01T00:00:00.000Z',
      cursor: 'c',
    },
  ],
  [
    'the figures of ads of the usual days',
    adsQueries.dashboard('app_1', reportViewOf(view(''))),
    'ads.dashboard',
    { date_range: 'LAST_30_DAYS' },
  ],
  [
    'the figures of a campaign of a preset',
    adsQueries.metrics('app_1', 'cmp_1', reportViewOf(view('range=YESTERDAY'))),
    'campaigns.metrics',
    { campaign_id: 'cmp_1', date_range: 'YESTERDAY' },
  ],
  [
    'search terms of two days and between',
    adsQueries.searchTerms('app_1', reportViewOf(view('range=YESTERDAY&from=2026-02-03&to=2026-02-05'))),
    'ads.search_terms',
    days,
  ],
  [
    'the events of a name',
    analyticsQueries.events('app_1', eventsViewOf(view('event=bought&days=7&cursor=c'))),
    'events.query',
    { event_name: 'bought', limit: '25', cursor: 'c', ...FROM_MIDNIGHT },
  ],
  [
    'the sum of a property over time',
    analyticsQueries.series('app_1', eventsViewOf(view('event=bought&measure=sum&property=total'))),
    'events.aggregate',
    { event_name: 'bought', property: 'total', percentiles: [50, 95], bucket: 'day', ...FROM_MIDNIGHT },
  ],
  [
    'the sum of a property by page',
    analyticsQueries.groups(
      'app_1',
      eventsViewOf(view('event=bought&measure=sum&property=total')),
      'page_url',
    ),
    'events.aggregate',
    {
      event_name: 'bought',
      property: 'total',
      percentiles: [50, 95],
      group_by: 'page_url',
      top: 20,
      ...FROM_MIDNIGHT,
    },
  ],
]

test.each(PARTS)('%s are asked for as the address says', async (_, query, operation, input) => {
  const asked = await recordRequests(OWNER, () => queryClient.fetchQuery(query).catch(() => {}))
  expect(inputsOf(asked, operation)).toEqual([input])
})

test('records past the rules are asked for with the header that says so', async () => {
  const asked = await askAtAddress(`${APP}/entities/Order?past_rules=on&q=%7B%7D`)
  const past = asked.filter(({ headers }) => headers.get('x-bypass-rls') === 'true')
  expect(past.map(({ operation }) => operation.name)).toEqual(['records.page', 'records.count'])
})

function inputsOf(asked: readonly Asked[], name: string) {
  return asked.filter(({ operation }) => operation.name === name).map(({ input }) => input)
}
