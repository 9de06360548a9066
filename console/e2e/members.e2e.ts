import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  consoleForFile,
  eventually,
  expectNoSidewaysScroll,
  expectReason,
  heading,
  openAs,
  PHONE,
  screenshot,
} from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' })

const names = (page: Page) => page.getByRole('table', { name: 'Members' }).getByRole('rowheader')
/** Anyone who is listed, by the email that stands in every row. */
const emails = async (page: Page) =>
  (await names(page).allInnerTexts()).map((text) => /\S+@\S+/.exec(text)?.[0] ?? '')

async function choose(page: Page, filter: string, ...options: string[]) {
  await page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`${filter}$`) })
    .click()
  for (const name of options) await page.getByRole('option', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

/** The whole list, as the API gives it to the owner. */
async function listed(body: Parameters<typeof atrium.app.anonymous.members.list>[0]) {
  const { token } = await atrium.app.anonymous.session.create(atrium)
  return atrium.app
    .as(token)
    .members.list({ page_size: 50, ...body }, { query: { workspaceId: atrium.workspaceId } })
}

describe('the members page', () => {
  test('finds people by name and keeps the search in the address', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    await page.getByLabel('Search members').fill('astrid')
    await page.waitForURL(/search=astrid/)
    await eventually(async () => {
      const found = await names(page).allInnerTexts()
      return found.length > 0 && found.every((name) => /astrid/i.test(name))
    }).toBe(true)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.waitForURL((url) => !url.search)
  })

  test('never overwrites what is being typed', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    const box = page.getByLabel('Search members')
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('members/list') && answer.request().postDataJSON()?.search === 'ast',
    )
    await box.pressSequentially('ast')
    await answered
    await box.pressSequentially('rid')
    expect(await box.inputValue()).toBe('astrid')
    await page.waitForURL(/search=astrid/)
    expect(await box.inputValue()).toBe('astrid')
  })

  test('says so when nobody is found, and leads back to everyone', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members?search=zzzz&role=guest`)
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
    await page.getByRole('button', { name: 'Show everyone' }).click()
    await eventually(() => names(page).count()).toBe(50)
    expect(await page.getByLabel('Search members').inputValue()).toBe('')
  })

  test('pages forward and back', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    await eventually(() => names(page).count()).toBe(50)
    const first = await emails(page)
    await screenshot(page, 'members')
    const turn = async (name: 'Next' | 'Previous', to: number) => {
      await page.getByRole('button', { name }).click()
      await page.getByText(`page ${to}`).waitFor()
      return emails(page)
    }
    const second = await turn('Next', 2)
    expect(second).not.toEqual(first)
    expect(await turn('Next', 3)).not.toEqual(second)
    expect(await turn('Previous', 2)).toEqual(second)
    expect(await turn('Previous', 1)).toEqual(first)
  })
})

describe('filters of members', () => {
  test('by role and status, one step of the browser each, with the way back', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    await heading(page, 'Members')
    await choose(page, 'Role', 'Editor', 'Guest')
    await page.waitForURL(/role=editor%2Cguest/)
    await choose(page, 'Status', 'Invited')
    await page.waitForURL(/status=pending/)
    const wanted = await listed({ roles: ['editor', 'guest'], invite_statuses: ['pending'] })
    expect(wanted.members.length).toBeGreaterThan(3)
    await eventually(() => emails(page)).toEqual(wanted.members.map(({ email }) => email))
    await page.getByText(`${wanted.total} of ${wanted.total} members`).waitFor()

    await page.goBack()
    await page.waitForURL((url) => url.search === '?role=editor%2Cguest')
    await page.getByRole('button', { name: 'Remove filter: Role: Editor, Guest' }).waitFor()
    await page.goBack()
    await page.waitForURL((url) => !url.search)
    await eventually(async () => (await emails(page))[0]).toBe(atrium.email)
  })

  test('by everything else, in a link that others can open', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    await page.getByRole('button', { name: 'More filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter members' })
    await dialog.getByRole('button', { name: /Credit limit/ }).click()
    await page.getByRole('option', { name: 'Without: on the default of the workspace' }).click()
    await dialog.getByLabel('Apps, at least').fill('1')
    await dialog.getByLabel('Agents, at most').fill('0')
    await dialog.getByLabel('Last active from').fill('2020-01-01')
    await dialog.getByLabel('Any of these').fill('son\nova\neditor')
    await screenshot(page, 'member-filters')
    await dialog.getByRole('button', { name: 'Apply filters' }).click()
    await page.waitForURL(/active_from=2020-01-01/)

    const wanted = await listed({
      credit_limit_set: false,
      apps_owned: { gte: 1 },
      agents_owned: { lte: 0 },
      last_active: { gte: '2020-01-01T00:00:00Z' },
      search_terms: ['son', 'ova', 'editor'],
    })
    expect(wanted.members.length).toBeGreaterThan(0)
    await eventually(() => emails(page)).toEqual(wanted.members.map(({ email }) => email))

    const colleague = await atrium.open(page.url())
    await eventually(() => emails(colleague)).toEqual(wanted.members.map(({ email }) => email))
    await colleague.getByRole('button', { name: 'More filters' }).click()
    expect(await colleague.getByLabel('Apps, at least').inputValue()).toBe('1')
    expect(await colleague.getByLabel('Any of these').inputValue()).toBe('son\nova\neditor')
    await colleague.keyboard.press('Escape')
    await colleague.getByRole('button', { name: 'Remove filter: Agents: up to 0' }).click()
    await colleague.waitForURL((url) => !url.searchParams.has('agents_max'))
    await colleague.getByRole('button', { name: 'Clear filters' }).click()
    await colleague.waitForURL((url) => !url.search)
  })

  test('sorts by every column in both directions', async () => {
    const columns = [
      ['Member', 'member'],
      ['Role', 'role'],
      ['Apps', 'apps'],
      ['Agents', 'agents'],
      ['Credits this month', 'credits'],
      ['Last active', 'last_active'],
    ] as const
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`, {
      viewport: { width: 1500, height: 900 },
    })
    for (const [header, sort_by] of columns) {
      const column = page.getByRole('columnheader', { name: header, exact: true })
      for (const sort_dir of ['asc', 'desc'] as const) {
        await column.getByRole('button').click()
        await page.waitForURL(
          sort_dir === 'asc' ? `**/members?sort=${sort_by}` : `**/members?sort=-${sort_by}`,
        )
        await eventually(() => column.getAttribute('aria-sort')).toBe(`${sort_dir}ending`)
        const { members } = await listed({ sort_by, sort_dir })
        await eventually(() => emails(page)).toEqual(members.map(({ email }) => email))
      }
    }
  })

  test('sorts on a phone too, where the columns have no room', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`, PHONE)
    await page.getByRole('button', { name: /Sort by/ }).click()
    await page.getByRole('option', { name: 'Name, Z to A' }).click()
    await page.waitForURL(/sort=-member/)
    const { members } = await listed({ sort_by: 'member', sort_dir: 'desc' })
    await eventually(() => emails(page)).toEqual(members.map(({ email }) => email))
    await expectNoSidewaysScroll(page)
  })
})

describe('who may see what', () => {
  test('a viewer sees no actions, their own credits, and why others’ are hidden', async () => {
    const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId }, { credits_used: 7.5 })
    const page = await openAs(atrium, viewer, `/w/${atrium.workspaceId}/members`)
    await page.getByText('Of credits and last visits you see your own').waitFor()
    for (const name of ['Invite people', /^Default limit/, /^Actions for/]) {
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    }
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(
      await page
        .getByRole('columnheader', { name: /Credits/ })
        .getByRole('button')
        .count(),
    ).toBe(0)
    const owner = page.getByRole('row').filter({ hasText: atrium.email })
    await owner.getByText('Hidden').first().waitFor()
    expect(await owner.getByRole('meter').count()).toBe(0)
    await page.getByLabel('Search members').fill(viewer.email)
    await page
      .getByRole('meter', { name: /^Credits of/ })
      .first()
      .waitFor()
    const own = page.getByRole('row').filter({ hasText: viewer.email })
    expect(await own.getByRole('meter').first().getAttribute('aria-valuetext')).toBe('7.5 of 500')

    await page.goto(`/w/${atrium.workspaceId}/members/mail`)
    await page.getByRole('heading', { name: 'For owners and admins' }).waitFor()
  })

  test('what the plan lacks is off and says so', async () => {
    const { make } = atrium.app
    const owner = await make.person('owner', await make.workspace({ plan: 'pro' }))
    const page = await openAs(atrium, owner, `/w/${owner.workspace_id}/members`)
    const button = page.getByRole('button', { name: 'Default limit: none' })
    await expectReason(page, button, 'Needs the plan business')
  })
})
