import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../server/test/make.ts'
import { consoleForFile, eventually, openAs, screenshot, toast } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /status of 400 .*\/members\/.+\/(role|credit-limit)/)

/** An owner with the members page of a workspace of their own, and a way to let people join it. */
async function ownPage() {
  const { make } = atrium.app
  const workspace = await make.workspace({ monthly_limit: 1_000, default_member_credit_limit: 100 })
  const owner = await make.person('owner', workspace)
  const join = async (full_name: string, role: 'admin' | 'editor' | 'viewer' | 'guest', fields = {}) => {
    const user = await make.user({ full_name })
    await make.membership(workspace.id, user, role, fields)
    return { ...user, workspace_id: workspace.id }
  }
  return { owner, join, open: () => openAs(atrium, owner, `/w/${workspace.id}/members`) }
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

async function act(page: Page, name: string, item: string) {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function memberOf(owner: Person, email: string) {
  const { members } = await atrium.app.as(owner).members.list({ search: email })
  return members[0]
}

describe('changing one member', () => {
  test('sets a credit limit, not above that of the workspace, and takes it away', async () => {
    const { owner, join, open } = await ownPage()
    const ada = await join('Ada Byron', 'editor', { credits_used: 90 })
    const page = await open()
    const meter = row(page, 'Ada Byron').getByRole('meter')
    await eventually(() => meter.getAttribute('aria-valuetext')).toBe('90 of 100')
    await act(page, 'Ada Byron', 'Change credit limit')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Limit of their own/ }).check({ force: true })
    await dialog.getByLabel('Credits a month').fill('2000')
    await dialog.getByRole('button', { name: 'Change limit' }).click()
    await dialog.getByRole('alert').getByText('at most the monthly limit of the workspace').waitFor()
    await dialog.getByLabel('Credits a month').fill('250.5')
    await dialog.getByRole('button', { name: 'Change limit' }).click()
    await toast(page, 'Ada Byron: limit of 250.5 a month')
    await eventually(() => meter.getAttribute('aria-valuetext')).toBe('90 of 250.5')
    expect(await memberOf(owner, ada.email)).toMatchObject({ credit_limit: 250.5, is_default_limit: false })

    await act(page, 'Ada Byron', 'Change credit limit')
    expect(await dialog.getByLabel('Credits a month').inputValue()).toBe('250.5')
    await dialog.getByRole('radio', { name: /Workspace default/ }).check({ force: true })
    await dialog.getByRole('button', { name: 'Change limit' }).click()
    await toast(page, 'Ada Byron: on the default limit')
    expect(await memberOf(owner, ada.email)).toMatchObject({ credit_limit: 100, is_default_limit: true })
  })

  test('removes after asking, and says what becomes of the apps', async () => {
    const { owner, join, open } = await ownPage()
    const ada = await join('Ada Byron', 'editor', { apps_owned: 0 })
    await atrium.app.make.app({ ...ada, token: '' }, { name: 'Engine' })
    const page = await open()
    await act(page, 'Ada Byron', 'Remove')
    const dialog = page.getByRole('alertdialog', { name: 'Remove Ada Byron?' })
    await dialog.getByText('pass to the owner of the workspace').waitFor()
    await screenshot(page, 'member-remove')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'Ada Byron removed; 1 app or agent passed to the owner')
    await row(page, 'Ada Byron').waitFor({ state: 'detached' })
    expect(await memberOf(owner, ada.email)).toBeUndefined()
  })

  test('neither oneself nor the owner: the menu says why', async () => {
    const { owner, join } = await ownPage()
    const ada = await join('Ada Byron', 'admin')
    const page = await openAs(atrium, { ...ada, token: '' }, `/w/${owner.workspace_id}/members`)
    await row(page, 'Ada Byron')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    const role = page.getByRole('menuitem', { name: 'Change role' })
    expect(await role.getAttribute('aria-disabled')).toBe('true')
    await page.getByText('You cannot change yourself.').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await row(page, 'Test Person')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByText('The owner stays the owner.').first().waitFor()
    expect(await page.getByRole('menuitem', { name: 'Remove' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('the default limit is for all who have none of their own', async () => {
    const { owner, join, open } = await ownPage()
    const ada = await join('Ada Byron', 'editor')
    const page = await open()
    await page.getByRole('button', { name: 'Default limit: 100' }).click()
    await page.getByLabel('Credits a month').fill('320')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Default limit is now 320 a month')
    await page.getByRole('button', { name: 'Default limit: 320' }).waitFor()
    expect((await memberOf(owner, ada.email))?.credit_limit).toBe(320)
    await page.getByRole('button', { name: 'Default limit: 320' }).click()
    await page.getByRole('radio', { name: /No limit/ }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Default limit: none' }).waitFor()
    expect((await memberOf(owner, ada.email))?.credit_limit).toBeNull()
  })
})

describe('changing several members', () => {
  test('all or nothing: each refusal is shown, and can be left out', async () => {
    const { owner, join, open } = await ownPage()
    const [ada, alan] = [await join('Ada Byron', 'editor'), await join('Alan Mathison', 'guest')]
    const page = await open()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
    await page.getByText('3 people selected').waitFor()
    await page.getByRole('button', { name: 'Change role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Viewer/ }).check({ force: true })
    await dialog.getByRole('button', { name: 'Change role' }).click()
    const refused = dialog.getByRole('list', { name: 'Refused' }).getByRole('listitem')
    await refused.first().waitFor()
    await screenshot(page, 'members-bulk-refused')
    expect((await refused.allInnerTexts()).map((text) => text.split('\n'))).toEqual([
      [owner.email, expect.stringContaining('You cannot change or remove yourself')],
    ])
    expect((await memberOf(owner, ada.email))?.role).toBe('editor')

    await dialog.getByRole('button', { name: /^Leave this one out/ }).click()
    await page.getByRole('dialog', { name: 'Change the role of 2 people' }).waitFor()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await toast(page, '2 people changed to viewer')
    await page.getByRole('region', { name: 'Selected members' }).waitFor({ state: 'detached' })
    expect((await memberOf(owner, ada.email))?.role).toBe('viewer')
    expect((await memberOf(owner, alan.email))?.role).toBe('viewer')
  })

  test('limits, also of those selected on another page of the list', async () => {
    const { owner, join, open } = await ownPage()
    for (let n = 0; n < 55; n++) await join(`Person ${n}`, 'editor')
    const page = await open()
    const selected: string[] = []
    const selectSecond = async () => {
      const second = page.getByRole('row').nth(2)
      const [text = ''] = await second.getByRole('rowheader').allInnerTexts()
      selected.push(/\S+@\S+/.exec(text)?.[0] ?? '')
      await second.getByRole('checkbox').check({ force: true })
    }
    await page.getByRole('row').nth(50).waitFor()
    await selectSecond()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('page 2').waitFor()
    await page.getByText('1 person selected').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Select all on this page' }).isChecked()).toBe(false)
    await selectSecond()
    await page.getByText('2 people selected').waitFor()
    await page.getByRole('button', { name: 'Change credit limit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the credit limit of 2 people' })
    await dialog.getByRole('radio', { name: /Limit of their own/ }).check({ force: true })
    await dialog.getByLabel('Credits a month').fill('75')
    await dialog.getByRole('button', { name: 'Change limit' }).click()
    await toast(page, '2 people: limit of 75 a month')
    const { members } = await atrium.app.as(owner).members.list({ credit_limit_set: true })
    expect(members.map(({ email }) => email).toSorted()).toEqual(selected.toSorted())
    expect(members.every(({ credit_limit }) => credit_limit === 75)).toBe(true)
  })
})
