import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  atHome,
  consoleForFile,
  eventually,
  expectNoSidewaysScroll,
  heading,
  openAs,
  PHONE,
  screenshot,
  toast,
} from './console.ts'

const PASSWORD = 'correct horse battery staple'

const atrium = consoleForFile(
  { rate_limits: 'off' },
  /status of (401 .*\/api\/auth|(404|410) .*\/invitations\/preview|40\d .*\/invitations\/)/,
)

/** A new workspace with its owner; every test has its own, so that they do not meet. */
async function ownWorkspace() {
  const owner = await atrium.app.make.person('owner')
  const path = `/w/${owner.workspace_id}/members`
  return { owner, api: atrium.app.as(owner), path, open: () => openAs(atrium, owner, path) }
}

type Api = Awaited<ReturnType<typeof ownWorkspace>>['api']

const someone = () => `${randomUUID().slice(0, 8)}@example.com`

/** The link of the newest mail, as its receiver would open it. */
async function newestLink(api: Api): Promise<string> {
  const { items } = await api.mail.list()
  return /\/invitations\/accept#token=\S+/.exec(items[0]?.text ?? '')?.[0] ?? ''
}

async function invite(api: Api, email: string, role: 'admin' | 'editor' | 'viewer' | 'guest' = 'editor') {
  await api.invitations.create({ email, role })
  return newestLink(api)
}

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

describe('inviting', () => {
  test('a pasted list: who could not be invited is reported with the reason', async () => {
    const { owner, api, open } = await ownWorkspace()
    const [one, two] = [someone(), someone()]
    const page = await open()
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('Emails').fill(`${one}, nobody`)
    await page.getByText('Not an email: nobody').waitFor()
    await page.getByLabel('Emails').fill(`${one}\nTwo <${two}>; ${owner.email}`)
    await page.getByRole('button', { name: 'Invite 3 people' }).click()
    await page.getByRole('dialog', { name: '2 people invited' }).waitFor()
    const refused = page.getByRole('list', { name: 'Refused' }).getByRole('listitem')
    expect((await refused.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([owner.email])
    await refused.getByText('already a member').waitFor()
    await screenshot(page, 'invited')
    const { members } = await api.members.list({ invite_statuses: ['pending'] })
    expect(members.map(({ email }) => email).toSorted()).toEqual([one, two].toSorted())
  })

  test('a single refusal stands in the form', async () => {
    const { owner, open } = await ownWorkspace()
    const page = await open()
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('Emails').fill(owner.email)
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('alert').getByText('already a member').waitFor()
  })

  test('an invitation is sent again with a new link, and revoked', async () => {
    const { api, open } = await ownWorkspace()
    const email = someone()
    const first = await invite(api, email)
    const page = await open()
    await row(page, email)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await toast(page, `Invitation sent again to ${email}`)
    const second = await newestLink(api)
    expect(second).not.toBe(first)

    await row(page, email)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click()
    await toast(page, `Invitation of ${email} revoked`)
    await row(page, email).waitFor({ state: 'detached' })
    for (const link of [first, second]) {
      const visitor = await atrium.visit(link)
      await heading(visitor, 'This invitation is not open')
    }
  })

  test('several are sent again at once', async () => {
    const { api, open } = await ownWorkspace()
    const [one, two] = [someone(), someone()]
    await invite(api, one)
    await invite(api, two)
    const page = await open()
    for (const email of [one, two]) {
      await page.getByRole('checkbox', { name: `Select ${email}` }).check({ force: true })
    }
    await page.getByRole('button', { name: 'Send 2 invitations again' }).click()
    await toast(page, '2 invitations sent again')
    await eventually(async () => (await api.mail.list()).items.length).toBe(4)
  })

  test('an expired one stands in the list and is open again once it is sent', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members?status=expired&sort=member`)
    const expired = page.getByRole('row').nth(1)
    await expired.getByRole('cell', { name: 'Invitation expired' }).waitFor()
    const [text = ''] = await expired.getByRole('rowheader').allInnerTexts()
    const email = /\S+@\S+/.exec(text)?.[0] ?? ''
    await expired.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await toast(page, `Invitation sent again to ${email}`)
    await row(page, email).waitFor({ state: 'detached' })
    await page.goto(`/w/${atrium.workspaceId}/members?search=${email}`)
    await row(page, email).getByRole('cell', { name: 'Invited', exact: true }).waitFor()
  })

  test('the outbox shows each mail to owners and admins', async () => {
    const { api, owner, path } = await ownWorkspace()
    const email = someone()
    const link = await invite(api, email)
    const page = await openAs(atrium, owner, `${path}/mail`)
    await page.getByText('This server keeps its mails here').waitFor()
    await row(page, email)
      .getByRole('button', { name: /^Show details/ })
      .click()
    await page.getByText(link).waitFor()
    await screenshot(page, 'mail-outbox')
  })
})

describe('accepting', () => {
  test('who is signed in with the invited email accepts with one button', async () => {
    const { api, owner } = await ownWorkspace()
    const guest = await atrium.app.make.person('editor')
    const page = await openAs(atrium, guest, await invite(api, guest.email))
    await page.getByText(`You are signed in as ${guest.email}`).waitFor()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await atHome(page)
    expect(page.url()).toContain(owner.workspace_id)
  })

  test('who has an account signs in here, and keeps the token out of other addresses', async () => {
    const { api, owner } = await ownWorkspace()
    const email = someone()
    const first = await ownWorkspace()
    const newcomer = await atrium.visit(await invite(first.api, email))
    await newcomer.getByLabel('Your name').fill('Grace Murray')
    await newcomer.getByLabel('Password').fill(PASSWORD)
    await newcomer.getByLabel('Password').press('Enter')
    await atHome(newcomer)

    const page = await atrium.visit(await invite(api, email))
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await page.getByText('You have an account with this email already.').waitFor()
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in and join' }).click()
    await page.getByRole('alert').getByText('Email or password is wrong.').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in and join' }).click()
    await atHome(page)
    expect(page.url()).toContain(owner.workspace_id)
    expect(addresses.length).toBeGreaterThan(2)
    expect(addresses.filter((address) => address.includes('inv_'))).toEqual([])
  })

  test('another account sees whose invitation it is, and can sign out', async () => {
    const { api } = await ownWorkspace()
    const stranger = await atrium.app.make.person('editor')
    const email = someone()
    const page = await openAs(atrium, stranger, await invite(api, email))
    await page.getByText('You are signed in with another email').waitFor()
    await page.getByText(stranger.email).waitFor()
    expect(await page.getByRole('button', { name: 'Accept invitation' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out and go on' }).click()
    await page.getByRole('button', { name: 'Create account and join' }).waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
  })

  test('links that lead nowhere say why', async () => {
    const { api } = await ownWorkspace()
    const link = await invite(api, someone())
    const incomplete = await atrium.visit('/invitations/accept', PHONE)
    await heading(incomplete, 'This link is incomplete')
    await expectNoSidewaysScroll(incomplete)
    const unknown = await atrium.visit('/invitations/accept#token=inv_unknown')
    await heading(unknown, 'This invitation is not open')
    await unknown.getByRole('link', { name: 'Go to Atrium' }).click()
    await heading(unknown, 'Sign in')

    atrium.app.clock.move(61 * 86_400)
    const expired = await atrium.visit(link)
    await heading(expired, 'This invitation has expired')
    atrium.app.clock.move(-61 * 86_400)
  })
})
