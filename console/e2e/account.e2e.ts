/** A person's account in the console: second factor, passkeys with a virtual authenticator, a forgotten password. */
import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { totpCode } from '../../server/src/tenancy/account/totp.ts'
import { useStarted as startForFile } from '../../server/test/use-started.ts'
import { expectAccessible } from './accessibility.ts'
import { atHome, expectNoComplaints, heading, screenshot, signIn, startConsole } from './console.ts'

// Passkeys are bound to a name, so the pages are at localhost and not at an address.
const atrium = startForFile(async () => {
  const port = await freePort()
  return startConsole({ port, base_url: `http://localhost:${port}`, rate_limits: 'off' })
})
afterEach(() => expectNoComplaints(atrium, /status of 4(01|03) .*\/api\//))

const at = (path: string) => `http://localhost:${new URL(atrium.app.baseUrl).port}${path}`
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'Sign in')
}
const account = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await heading(page, 'Your account')
  await page.getByRole('list', { name: 'Sessions' }).waitFor()
  await expectAccessible(page)
}

describe('a second factor', () => {
  test('is set up with a QR code, asked for at the next sign-in, and removed again', async () => {
    const page = await atrium.visit(at('/sign-in'))
    await signIn(page, atrium)
    await atHome(page)
    await account(page)
    await page.getByRole('button', { name: 'Set up app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await dialog.getByRole('img', { name: /QR code/ }).waitFor()
    await screenshot(page, 'light-account-totp')
    await expectAccessible(page)
    const shown = await dialog.locator('p.font-mono').innerText()
    const secret = shown.replaceAll(/\s/g, '')
    const code = () => totpCode(secret, Math.floor(atrium.app.clock.now().getTime() / 30_000))
    await dialog.getByLabel('Code', { exact: true }).fill(code())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    await screenshot(page, 'light-account-recovery-codes')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('Recovery codes: 10 left').waitFor()
    await signOut(page)

    await signIn(page, atrium)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await screenshot(page, 'light-sign-in-code')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/The code is wrong/)
      .waitFor()
    atrium.app.clock.move(90)
    await page.getByLabel('Code', { exact: true }).fill(code())
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await atHome(page)

    // A while later, the change asks who it is, and goes on by itself.
    atrium.app.clock.move(11 * 60)
    await account(page)
    await page.getByRole('button', { name: 'Remove app' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirm.getByLabel('Password').fill(atrium.password)
    await screenshot(page, 'light-account-confirm')
    await expectAccessible(page)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Set up app' }).waitFor()
  })
})

describe('a passkey', () => {
  test('is added, signs in alone and as a second factor, and is removed', async () => {
    const page = await atrium.visit(at('/sign-in'))
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page, atrium)
    await atHome(page)
    await account(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    const passkeys = page.getByRole('list', { name: 'Passkeys' })
    await passkeys.getByText('Laptop').waitFor()
    await screenshot(page, 'light-account-passkey')
    await expectAccessible(page)
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await atHome(page)
    await signOut(page)
    await signIn(page, atrium)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await atHome(page)
    await account(page)
    await page
      .getByRole('list', { name: 'Sessions' })
      .getByText(/By password and passkey from/)
      .waitFor()
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await passkeys.waitFor({ state: 'detached' })
  })
})

/** Asked for and given back: the server takes it a moment later. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('there is no free port')
  return address.port
}
