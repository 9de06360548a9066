import { describe, expect, test } from 'vitest'
import { consoleForFile, eventually, expectReason } from './console.ts'

const atrium = consoleForFile()

describe('the audit log', () => {
  test('is filtered by action and actor', async () => {
    const { token } = await atrium.app.anonymous.session.create(atrium)
    await atrium.app.as(token).apps.create({ name: 'Audited' })
    const page = await atrium.open(`/w/${atrium.workspaceId}/audit-log`)
    await page.getByRole('combobox', { name: 'Action' }).fill('apps.create')
    await page.keyboard.press('Enter')
    await page.waitForURL(/action=apps.create/)
    const actions = page.getByRole('table', { name: 'Audit log' }).getByRole('rowheader')
    await eventually(
      async () => new Set((await actions.allInnerTexts()).map((text) => text.split('\n')[0])),
    ).toEqual(new Set(['apps.create']))
    await page.getByLabel('Actor').fill('nobody@example.com')
    await page.getByRole('heading', { name: 'No such entries' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL((url) => !url.search)
  })

  test('takes a second filter while the answer to the first is on its way, and keeps both', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/audit-log`)
    const answer = Promise.withResolvers<void>()
    const isFirst = ({ pathname, searchParams }: URL) =>
      pathname.startsWith('/api/') && searchParams.has('action') && !searchParams.has('actor_email')
    await page.route(isFirst, async (route) => {
      await answer.promise
      await route.continue().catch(() => {}) // nobody may wait for it any more
    })
    const asked = page.waitForRequest((request) => isFirst(new URL(request.url())))
    await page.getByRole('combobox', { name: 'Action' }).fill('apps.create')
    await page.keyboard.press('Enter')
    await asked
    await page.getByLabel('Actor').fill(atrium.email)
    await page.waitForURL(
      ({ searchParams }) =>
        searchParams.get('action') === 'apps.create' && searchParams.get('actor_email') === atrium.email,
    )
    answer.resolve()
  })

  test('tells others whom to ask', async () => {
    const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
    const session = await atrium.app.make.session(viewer)
    const page = await atrium.visit('/sign-in')
    await page.context().addCookies([{ name: 'atrium', value: session, url: atrium.app.baseUrl }])
    await page.goto(`/w/${atrium.workspaceId}/audit-log`)
    await page.getByRole('heading', { name: 'For owners and admins' }).waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })
})

describe('a viewer', () => {
  test('is shown why a button is off', async () => {
    const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
    const session = await atrium.app.make.session(viewer)
    const page = await atrium.visit('/sign-in')
    await page.context().addCookies([{ name: 'atrium', value: session, url: atrium.app.baseUrl }])
    await page.goto(`/w/${atrium.workspaceId}/apps`)
    const create = page.getByRole('button', { name: 'New app' })
    await expectReason(page, create, 'Needs the editor role')
  })
})
