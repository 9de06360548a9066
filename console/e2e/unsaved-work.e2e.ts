/**
 * Nothing that was typed is lost without a question: a few acts in a real browser. The rules are held by
 * LeaveGuard.test.tsx and FormDialog.test.tsx.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { atHome, consoleForFile, eventually, goTo, heading, screenshot, signIn } from './console.ts'

/** The end of a session and the lost network are what some tests are about. */
const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*(401|ERR_)|WebSocket/)

const SHOP = 'app_demo_storefront'
const at = (path: string) => `/w/${atrium.workspaceId}${path}`
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

describe('a dialog with typed text', () => {
  test('asks before it closes, by key and by a click next to it', async () => {
    const page = await atrium.open(at('/apps'))
    await page.getByRole('button', { name: 'New app' }).click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill('Ledger')
    const asked = question(page, 'Discard what you typed?')
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
      await close()
      await asked.waitFor()
      await screenshot(page, 'unsaved-dialog')
      await asked.getByRole('button', { name: 'Go on typing' }).click()
      await eventually(() => asked.count()).toBe(0)
      expect(await name.inputValue()).toBe('Ledger')
    }
    await name.focus()
    await page.keyboard.press('Escape')
    await asked.getByRole('button', { name: 'Discard' }).click()
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe('a page with typed text', () => {
  test('asks before another page of the console, and before the tab goes', async () => {
    const page = await atrium.open(at('/apps'))
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Settings' }).click()
    const name = page.getByLabel('Name')
    await name.fill('Orders of today')
    const asked = question(page, 'Leave without saving?')
    for (const leave of [
      () => page.getByRole('link', { name: /^Back to / }).click(),
      () => page.goBack({ waitUntil: 'commit' }),
    ]) {
      await leave()
      await asked.waitFor()
      await asked.getByRole('button', { name: 'Stay' }).click()
      await eventually(() => asked.count()).toBe(0)
      expect(await name.inputValue()).toBe('Orders of today')
    }
    await screenshot(page, 'unsaved-page')

    const beforeUnload = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const dialog = await beforeUnload
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closing
    expect(await name.inputValue()).toBe('Orders of today')

    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: /^Back to / }).click()
    await heading(page, 'All apps')
  })

  test('a function keeps its draft on its own pages, and asks before all others', async () => {
    const { token } = await atrium.app.anonymous.session.create(atrium)
    const files = [{ path: 'index.ts', content: 'Deno.serve(() => new Response("one"))' }]
    for (const name of ['hello', 'hello-again'])
      await atrium.app.as(token).functions.deploy({ app_id: SHOP, name }, { entry: 'index.ts', files })
    const page = await atrium.open(at(`/apps/${SHOP}/functions/hello-again`))
    const code = page.getByRole('textbox', { name: 'Code of index.ts' })
    // Only a console that shows can go on without being loaded again.
    await code.waitFor()
    await goTo(page, at(`/apps/${SHOP}/functions/hello`))
    const bar = page.getByRole('region', { name: 'Changes that are not deployed' })
    await code.press('x')
    await bar.waitFor()
    await page.getByRole('link', { name: 'Deployments' }).click()
    await page.getByRole('table', { name: 'Deployments' }).waitFor()
    await bar.waitFor()
    const asked = question(page, 'Leave without saving?')
    const go = (name: string | RegExp) => () =>
      page.getByRole('complementary').getByRole('link', { name }).click()
    const backToTheOther = () => page.evaluate(() => history.go(-2))
    for (const leave of [go('Secrets'), backToTheOther]) {
      await leave()
      await asked.getByRole('button', { name: 'Stay' }).click()
      await eventually(() => asked.count()).toBe(0)
    }
    await bar.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: /^Back to / }).click()
    await heading(page, 'All apps')
  })

  test('the wizard keeps its draft in the tab, and asks before it starts over', async () => {
    const page = await atrium.open(at('/apps/app_demo_storefront/ads/launch'))
    await page.getByRole('radio', { name: /^Smart/ }).check({ force: true })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Name of the business').fill('Northern Tables')
    await page.getByRole('main').getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('columnheader').first().waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Start over' }).click()
    await question(page, 'Start over?').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('Name of the business').inputValue()).toBe('Northern Tables')
    await page.getByRole('button', { name: 'Start over' }).click()
    await question(page, 'Start over?').getByRole('button', { name: 'Start over' }).click()
    await page.getByText('What kind of campaign?').waitFor()
  })
})

test('a session that ends while something is typed is opened again above it', async () => {
  const page = await atrium.visit('/sign-in')
  await signIn(page, atrium)
  await atHome(page)
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('button', { name: 'New app' }).click()
  const form = page.getByRole('dialog', { name: 'New app' })
  await form.getByLabel('Name').fill('Ledger')
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Create' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('Password').fill(atrium.password)
  await screenshot(page, 'session-ended')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await eventually(() => again.count()).toBe(0)
  expect(await form.getByLabel('Name').inputValue()).toBe('Ledger')
  await form.getByRole('button', { name: 'Create' }).click()
  await heading(page, 'Ledger')
})

describe('a page that lost the network', () => {
  test('says so, and is read again by itself', async () => {
    const page = await atrium.open(at('/apps'), {})
    await heading(page, 'All apps')
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await screenshot(page, 'offline')
    const { token } = await atrium.app.anonymous.session.create(atrium)
    await atrium.app.as(token).apps.create({ kind: 'app', name: 'Made elsewhere' })
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Made elsewhere' }).waitFor()
    await eventually(() => page.getByText('You are offline.').count()).toBe(0)
  })

  test('and could not be shown comes when the server answers again', async () => {
    const page = await atrium.open(at('/apps'), {})
    await heading(page, 'All apps')
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Members' }).click()
    await heading(page, 'Atrium does not answer')
    await page.unrouteAll()
    await heading(page, 'Members')
  })
})
