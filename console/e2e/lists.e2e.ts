/** Each filter, order and page of every list asks for exactly what it says, and exports ask for what is shown. */
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { consoleSources } from '../../server/structure/console-calls.ts'
import { click, isOf } from './act.ts'
import { appLists } from './app-list-steps.ts'
import { giveRepository, openedByCoder } from './code-steps.ts'
import { OWN } from './connector-scene.ts'
import { ANYTHING, type Console, consoleForFile, eventually, expectNoComplaints, goTo } from './console.ts'
import { makeFunctionHistory } from './function-list-steps.ts'
import { CURSOR, type List, type Step, workspaceLists } from './list-steps.ts'
import { demoTest } from './test-scene.ts'
import { makeVisits } from './visit-list-steps.ts'
import { makeWorkflow, ranTo } from './workflow-steps.ts'

// Runs of workflows and coding sessions are carried out.
const atrium = consoleForFile({ role: 'all', rate_limits: 'off' }, ANYTHING)
let lists: List[]
beforeAll(async () => {
  const { token, user } = await atrium.app.anonymous.session.create(atrium)
  const filled = await fillLists(atrium.app.as(token))
  await makeVisits(atrium, 'app_demo_orders')
  await makeFunctionHistory(atrium, { app_id: 'app_demo_storefront', name: 'delivery-quote' })
  await atrium.app.sql`insert into backups (id, kind, status, started_at) values
    ('2026-11-15T02-41-00Z-3f2a9c', 'copy', 'running', now()), ('2026-11-14T02-41-00Z-3f2a9c', 'copy', 'running', now())`
  const { workspaceId } = atrium
  lists = [...workspaceLists(workspaceId, user.id), ...appLists({ workspaceId, ...filled })]
})

test('what is chosen on a list is exactly what is asked for', { timeout: 240_000 }, async () => {
  // A page without a list, so that nothing is there yet of what lists ask for.
  const start = `/w/${atrium.workspaceId}/agents/app_demo_helpdesk`
  const page = await atrium.open(start, { viewport: { width: 1600, height: 1000 } })
  await page.locator(`main[data-shows="${start}"]`).waitFor()
  const wrong: string[] = []
  const kept = new Map<string, Set<string>>()
  for (const { path, operation, view = path, opens, steps } of lists) {
    let cursor: unknown
    const last = new Map<string, string>()
    // Records come in blocks as they are scrolled to: see entities.e2e.ts.
    if (operation !== 'records.page')
      await pageByPage(page, operation, (next) => {
        cursor = next
      })
    const opening: Step = { does: 'opens', act: () => goTo(page, path), asks: opens }
    for (const step of [opening, ...steps]) {
      const meant = Object.fromEntries(
        Object.entries(step.asks ?? {}).map(([name, value]) => [name, value === CURSOR ? cursor : value]),
      )
      const asked = await ask(page, operation, step, last).catch((error) => ({
        error: String(error).slice(0, 300),
      }))
      try {
        expect(asked).toEqual({ ...meant, ...(step.headers && { headers: step.headers }) })
      } catch {
        wrong.push(`${path} ${step.does}: ${JSON.stringify(asked)} instead of ${JSON.stringify(meant)}`)
      }
      const names = kept.get(view) ?? new Set()
      for (const name of new URL(page.url()).searchParams.keys()) names.add(name)
      kept.set(view, names)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  expect(wrong).toEqual([])
  expect(untried(kept)).toEqual([])
  expectNoComplaints(atrium)
})

/** Lists with more than one filter, each with all of them on. */
const FILTERED: Record<string, Record<string, string>> = {
  'mail.list': { status: 'kept', search: 'a' },
  'files.list': { visibility: 'private', search: 'a' },
  'workflows.list': { status: 'active', trigger: 'manual', search: 'a' },
  'runs.list_all': { status: 'failed', trigger: 'manual' },
  'test_runs.list': { status: 'failed', flow: 'flow_none' },
  'connectors.list_calls': { connector: 'sandbox', failed: 'on' },
  'deliveries.list': { status: 'failed', event_type: 'message.created', search: 'evt_none' },
}

test('where nothing is found, one press takes every filter off', { timeout: 120_000 }, async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/agents/app_demo_helpdesk`)
  const left: string[] = []
  for (const [operation, filters] of Object.entries(FILTERED)) {
    const path = lists.find((one) => one.operation === operation)?.path ?? ''
    await answerNothing(page, operation)
    const query = new URLSearchParams(filters).toString()
    await page.goto(`${path}?${query}`)
    await click('button', 'Clear filters')(page)
    await eventually(() => page.url()).not.toContain(query)
    left.push(...[...new URL(page.url()).searchParams.keys()].map((name) => `${path} ${name}`))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  expect(left).toEqual([])
  expectNoComplaints(atrium)
})

/** As if the list had no rows. */
async function answerNothing(page: Page, operation: string) {
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      if (!isOf(operation, route.request())) return route.fallback()
      const response = await route.fetch()
      const json = { ...(await response.json()), items: [], next_cursor: null, has_more: false }
      await route.fulfill({ response, json })
    },
  )
}

/**
 * Does the step, and returns the whole query and body of what is asked for by it. `last` holds what each operation was
 * asked for last: a list that goes on changing is read again by itself, which is not what the step asks for.
 */
async function ask(page: Page, operation: string, step: Step, last: Map<string, string>) {
  if (step.asks === null) {
    await step.act(page)
    return {}
  }
  const before = page.url()
  const asked = step.operation ?? operation
  const isMeant = (request: Request) => isOf(asked, request) && wordsOf(request) !== last.get(asked)
  const [request] = await Promise.all([page.waitForRequest(isMeant), step.act(page)])
  last.set(asked, wordsOf(request))
  await (await request.response())?.finished()
  // The next step begins where this one leads.
  if (step.operation !== 'records.export') await eventually(() => page.url()).not.toBe(before)
  const past = request.headers()['x-bypass-rls']
  return {
    ...Object.fromEntries(new URL(request.url()).searchParams),
    ...(request.method() === 'POST' ? request.postDataJSON() : {}),
    ...(past && { headers: { 'x-bypass-rls': past } }),
  }
}

/** All that tells one question of an operation from another. */
function wordsOf(request: Request): string {
  return [request.url(), request.postData(), request.headers()['x-bypass-rls']].join(' ')
}

/** The server is asked for one row at a time, so that every list has a next page. */
async function pageByPage(page: Page, operation: string, onCursor: (cursor: unknown) => void) {
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      const request = route.request()
      if (!isOf(operation, request)) return route.fallback()
      const body = request.method() === 'POST' ? request.postDataJSON() : null
      const one = body && { ...body, ...('page_size' in body ? { page_size: 1 } : { limit: 1 }) }
      const url = request.url().replace(/limit=\d+/, 'limit=1')
      const response = await route.fetch({ url, ...(one && { postData: JSON.stringify(one) }) })
      const { next_cursor } = await response.json()
      onCursor(next_cursor)
      await route.fulfill({ response })
    },
  )
}

/** What an address can keep, by paths.ts and its neighbours, and no step of a list did. */
function untried(kept: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const text = consoleSources
    .filter(({ path }) => /^console\/src\/(\w+-)?paths\.ts$/.test(path))
    .map((source) => source.text)
    .join('\n')
  const views = [...text.matchAll(/interface (\w+View)[^{]*\{([^}]*)\}/g)]
  expect(views.length).toBeGreaterThan(10)
  return views.flatMap(([, view = '', fields = '']) =>
    [...fields.matchAll(/^ {2}(\w+)\?:/gm)]
      .map(([, field = '']) => field)
      .filter((field) => !kept.get(view)?.has(field))
      .map((field) => `${view}.${field}`),
  )
}

/** Two of everything that the demo company has fewer of; returns a webhook with deliveries, a workflow with runs and a test. */
async function fillLists(api: ReturnType<Console['app']['as']>) {
  const app = { app_id: 'app_demo_orders' }
  const agent = { agent_id: 'app_demo_helpdesk' }
  const target_url = 'https://hooks.example.com/orders'
  const { id } = await api.webhooks.create(agent, { target_url, events: ['message.created'] })
  const { id: conversation_id } = await api.conversations.open(agent, {})
  for (const name of ['one', 'two']) {
    await api.apps.create({ name })
    await api.tokens.create({ name, permission: 'read_only' })
    await api.service_accounts.create({ name, role: 'viewer' })
    await api.agents.update(agent, { description: name })
    await api.invitations.create({ email: `${name}@example.com`, role: 'viewer' })
    await api.app_users.invite(app, { user_email: `${name}@example.org` })
    const file = new File([name], `${name}.txt`, { type: 'text/plain' })
    await api.integrations.upload_file(app, { file })
    await api.integrations.upload_private_file(app, { file })
    await api.messages.send({ ...agent, conversation_id }, { content: name })
    await makeWorkflow(api, name)
    await api.custom_connectors.create({ ...OWN.definition, integration_type: `acme-${name}` })
    await api.findings.ignore(app, { fingerprint: name, finding_type: 'rls', file_path: `src/${name}.ts` })
  }
  const shop = 'app_demo_storefront'
  for (const path of ['notes/one', 'notes/two'])
    await api.source.write_file({ app_id: shop, path }, { content: path })
  await giveRepository(api, shop, 'harbour/shop')
  for (const file of ['ONE.md', 'TWO.md']) await openedByCoder(api, shop, file)
  const workflowId = await makeWorkflow(api, 'three')
  for (let count = 0; count < 2; count++) await ranTo(api, workflowId, 'completed')
  return { webhookId: id, workflowId, flowId: (await demoTest(api)).flow }
}
