import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import {
  atHome,
  consoleForFile,
  copied,
  eventually,
  expectNoSidewaysScroll,
  heading,
  openAs,
  PHONE,
  screenshot,
  toast,
} from './console.ts'

const atrium = consoleForFile({}, /status of (409|422|500|503)/)
const at = (path = '') => `/w/${atrium.workspaceId}${path}`
const SHOP = '/apps/app_demo_storefront'

const item = (id: string, fields: object = {}) => ({
  id,
  kind: 'run_failed',
  severity: 'critical',
  app_id: 'app_demo_storefront',
  app_name: 'Storefront',
  app_kind: 'app',
  subject: { type: 'run', id: 'run_1', name: `Nightly ${id}`, parent_id: 'wfl_1' },
  detail: 'The run failed at the step send.',
  since: '2026-11-17T09:30:00.000Z',
  state: 'open',
  snoozed_until: null,
  ...fields,
})

/** The feed has these items; what is put away leaves it unless that is refused. */
async function withFeed(page: Page, items: ReturnType<typeof item>[], refuses = false) {
  const open = new Map(items.map((one) => [one.id, one]))
  const away = new Map<string, ReturnType<typeof item>>()
  const sent: string[] = []
  await page.route('**/api/workspace/attention**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const method = route.request().method()
    const [, id = ''] = /attention\/([^/]+)\//.exec(pathname) ?? []
    if (method === 'GET') {
      const listed = [...open.values()]
      const count = (wanted: string) => listed.filter(({ severity }) => severity === wanted).length
      const counts = { critical: count('critical'), warning: count('warning'), info: count('info') }
      return route.fulfill({ json: { items: listed, next_cursor: null, has_more: false, counts } })
    }
    sent.push(`${method} ${pathname.split('/').at(-1)}`)
    if (refuses) {
      const message = 'Something failed on our side.'
      return route.fulfill({ status: 500, json: { code: 'internal_error', message, detail: message } })
    }
    const [from, to] = method === 'DELETE' ? [away, open] : [open, away]
    const moved = from.get(id)
    if (moved) to.set(id, moved)
    from.delete(id)
    return route.fulfill({ json: { id, state: 'dismissed', snoozed_until: null } })
  })
  return sent
}

const feed = (page: Page) => page.getByRole('list', { name: 'What needs you' })
const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${name}`) })

describe('the home of a workspace', () => {
  test('asks once for each thing that it shows', async () => {
    const page = await atrium.open('/account')
    await heading(page, 'Account')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    await page.goto(at())
    await atHome(page)
    await page.getByRole('list', { name: 'Recently used' }).waitFor()
    await tile(page, 'Visits').waitFor()
    expect(asked.toSorted()).toEqual([
      '/api/apps',
      '/api/auth/me',
      '/api/workspace/attention',
      '/api/workspace/overview',
    ])
  })

  test('fits a phone, and the dark', async () => {
    const page = await atrium.open(at('/apps'), { ...PHONE, colorScheme: 'dark' })
    await withFeed(page, [item('a'), item('b', { severity: 'warning' })])
    await page.goto(at())
    await feed(page).getByRole('listitem').first().waitFor()
    await tile(page, 'Visits').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, 'phone-dark-home')
  })

  test('shows a guest without apps nothing but calm', async () => {
    const guest = await atrium.app.make.person('guest', { id: atrium.workspaceId })
    const page = await openAs(atrium, guest, at('/account'))
    await withFeed(page, [])
    await page.goto(at())
    await page.getByRole('heading', { name: 'No apps yet' }).waitFor()
    await page.getByText('There are no figures for your role here.').waitFor()
    await expectAccessible(page)
  })
})

describe('what needs somebody', () => {
  test('leads to its exact place', async () => {
    const page = await atrium.open()
    await withFeed(page, [item('a')])
    await page.goto(at())
    const action = feed(page).getByRole('link', { name: 'See why Nightly a' })
    expect(await action.getAttribute('href')).toBe(at(`${SHOP}/workflows/wfl_1/runs/run_1`))
  })

  test('is dismissed and snoozed at once, and comes back by undo', async () => {
    const page = await atrium.open()
    const sent = await withFeed(page, [item('a'), item('b')])
    await page.goto(at())
    await page.getByRole('button', { name: 'Dismiss A run failed: Nightly a' }).click()
    await eventually(() => feed(page).getByRole('listitem').count()).toBe(1)
    await page.getByText('A run failed: Nightly a is dismissed.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => feed(page).getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Snooze A run failed: Nightly b' }).click()
    await page.getByRole('menuitem', { name: 'For a day' }).click()
    await page.getByText(/Nightly b comes back/).waitFor()
    await eventually(() => sent).toEqual(['POST dismissal', 'DELETE dismissal', 'POST snooze'])
    await screenshot(page, 'home-undo')
  })

  test('is counted in the sidebar, notes aside, until it is put away', async () => {
    const page = await atrium.open()
    await withFeed(page, [item('a'), item('b', { severity: 'warning' }), item('c', { severity: 'info' })])
    await page.goto(at())
    const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ })
    const names = () => home.evaluate((link) => link.textContent)
    await eventually(names).toBe('Home2 things need you')
    await page.getByRole('button', { name: 'Dismiss A run failed: Nightly a' }).click()
    await eventually(names).toBe('Home1 thing needs you')
    await page.getByRole('button', { name: 'Dismiss A run failed: Nightly b' }).click()
    await eventually(names).toBe('Home')
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(names).toBe('Home1 thing needs you')
  })

  test('stays when putting it away is refused', async () => {
    const page = await atrium.open()
    await withFeed(page, [item('a')], true)
    await page.goto(at(SHOP))
    await page.getByRole('button', { name: 'Dismiss A run failed: Nightly a' }).click()
    await toast(page, 'Something failed')
    await feed(page).getByText('Nightly a', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test('says nothing of when it began where nobody knows', async () => {
    const page = await atrium.open()
    await withFeed(page, [item('a', { since: null })])
    await page.goto(at())
    await eventually(() => feed(page).getByRole('listitem').innerText()).toMatch(/\nStorefront\n/)
    await page.goto(at(SHOP))
    await feed(page).getByRole('listitem').waitFor()
    expect(await feed(page).innerText()).not.toMatch(/since|Never/)
  })

  test('is sent by email and to an address, by choice', async () => {
    const page = await atrium.open()
    await page.goto(at())
    const dialog = page.getByRole('dialog', { name: 'Notify me' })
    const open = () => page.getByRole('button', { name: 'Notify me' }).click()
    const save = () => dialog.getByRole('button', { name: 'Save' }).click()
    await open()
    await dialog.getByText('By email', { exact: true }).click()
    await dialog.getByLabel('To a webhook').fill('not an address')
    await save()
    await eventually(() => dialog.getByLabel('To a webhook').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('To a webhook').fill('https://hooks.example.com/room')
    await dialog.getByRole('button', { name: /What is sent/ }).click()
    await page.getByRole('option', { name: 'Only what is critical' }).click()
    await save()
    await toast(page, 'You are notified')
    await page.reload()
    await open()
    expect(await dialog.getByRole('switch', { name: 'By email' }).isChecked()).toBe(true)
    expect(await dialog.getByLabel('To a webhook').inputValue()).toBe('https://hooks.example.com/room')
    await dialog.getByText('By email', { exact: true }).click()
    await dialog.getByLabel('To a webhook').fill('')
    await save()
    await toast(page, 'You are not notified')
  })

  test('shows five, and the rest when asked for', async () => {
    const page = await atrium.open()
    await withFeed(
      page,
      Array.from({ length: 8 }, (_, place) => item(`n${place}`)),
    )
    await page.goto(at())
    await page.getByRole('button', { name: 'Show 3 more' }).click()
    await eventually(() => feed(page).getByRole('listitem').count()).toBe(8)
  })
})

describe('the overview of an app', () => {
  test('shows its figures, each a way to its page', async () => {
    const page = await atrium.open(at(SHOP))
    await heading(page, 'Storefront')
    await tile(page, 'Ad spend').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'overview')
    await tile(page, 'Ad spend').click()
    await page.waitForURL(/\/ads$/)
  })

  test('of a figure that cannot be read says so, and the others are there', async () => {
    const page = await atrium.open()
    await page.route('**/api/apps/app_demo_storefront/overview**', async (route) => {
      const answer = await (await route.fetch()).json()
      const value = { value: null, previous: null, by_day: answer.dates.map(() => null) }
      await route.fulfill({ json: { ...answer, figures: { ...answer.figures, visits: value } } })
    })
    await page.goto(at(SHOP))
    await tile(page, 'Visits').getByText('Cannot be read right now').waitFor()
    await tile(page, 'New users').waitFor()
  })

  test('of an agent is its settings', async () => {
    const page = await atrium.open(at('/apps/app_demo_helpdesk'))
    await page.waitForURL(/app_demo_helpdesk\/settings$/)
  })
})

describe('a new app', () => {
  test('says what was not made when a template fails half-way', async () => {
    const page = await atrium.open()
    await page.route('**/entities/Order/bulk', (route) => {
      const message = 'The quota is used up.'
      return route.fulfill({ status: 409, json: { code: 'quota_exceeded', message, detail: message } })
    })
    await page.getByRole('button', { name: 'New app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Half a shop')
    await dialog.getByRole('button', { name: /Start from/ }).click()
    await page.getByRole('option', { name: /^Shop/ }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await toast(page, 'Half a shop was created, but not all of it.')
    await toast(page, 'The example records of Order were not made')
    await heading(page, 'Half a shop')
  })

  test('that is blank shows the call with its own address, and a token only when asked for', async () => {
    const { app, workspaceId } = atrium
    const owner = await app.make.person('owner', { id: workspaceId })
    const made = await app.make.app(owner)
    await app.as(owner).schemas.set({ app_id: made.id, name: 'Task' }, { properties: {} })
    const page = await openAs(atrium, owner, at(`/apps/${made.id}`), {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByText('The call, ready to be copied').click()
    await page.getByRole('button', { name: 'Copy the curl example of records.create' }).click()
    await copied(page).toContain(`${app.baseUrl}/api/apps/${made.id}/entities/Task`)
    await copied(page).toContain('$ATRIUM_TOKEN')
    await page.getByRole('button', { name: 'CLI', exact: true }).click()
    await page.getByText(`npx atrium records create ${made.id} Task`).waitFor()
    await page.getByRole('button', { name: 'Put a token into the examples' }).click()
    await page.getByText('The examples carry a token of yours').waitFor()
    await page.getByRole('button', { name: 'curl', exact: true }).click()
    await page.getByText('Authorization: Bearer pat_').waitFor()
    await expectAccessible(page)
  })
})

test.each([
  ['records', `${SHOP}/entities/Purchase`, 'records.page'],
  ['webhooks', `${SHOP}/webhooks`, 'app_webhooks.create'],
  ['users', `${SHOP}/users`, 'app_users.list'],
])('the page of %s shows how to do the same by a program', async (_, path, operation) => {
  const page = await atrium.open(at(path))
  await page.getByText('Do this with curl, SDK or CLI').click()
  await page.getByRole('button', { name: `Copy the curl example of ${operation}` }).waitFor()
  await page.getByRole('button', { name: 'SDK', exact: true }).click()
  await page.getByText(`client.${operation}({ app_id: 'app_demo_storefront'`).waitFor()
  await expectAccessible(page)
})
