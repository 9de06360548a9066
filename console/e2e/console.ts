/** A whole Atrium with the demo company, and browser pages that note everything that goes wrong in them. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@atrium/sdk'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterEach, expect, onTestFinished } from 'vitest'
import type { Overrides } from '../../server/src/app.ts'
import { DEMO_WORKSPACE_ID } from '../../server/src/demo/index.ts'
import type { Config } from '../../server/src/settings/config.ts'
import { createTestApp, type TestApp } from '../../server/test/app.ts'
import type { Person } from '../../server/test/make.ts'
import { useMade as madeForFile, useStarted as startForFile } from '../../server/test/use-started.ts'
import { sharedBrowser } from './browser.ts'
import { listen, rememberSignIn, stopAnswering } from './browser-sessions.ts'
import { cloneCompany, SECRET_KEY } from './demo-company.ts'
import { realFunctions } from './real-functions.ts'

export interface Console {
  app: TestApp
  email: string
  password: string
  workspaceId: string
  /** A fresh visitor, nobody signed in. */
  visit(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** The owner of the demo company, signed in, at its apps; without options the page shares cookies and storage with others. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** As `open`, in the page of an earlier test if there is one: loading the console takes longer than most tests. */
  openAgain(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** What browsers complained about since last asked; the test fails on anything it does not expect. */
  complaints(): string[]
  stop(): Promise<void>
}

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}

const HOME = `/w/${DEMO_WORKSPACE_ID}/apps`
/** It asks for little, and for nothing twice. */
const NEUTRAL = `/w/${DEMO_WORKSPACE_ID}/tokens`

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SCREENSHOTS = join(ROOT, 'test-results')

/** `config` and `overrides` for what a test needs in addition to the usual, such as receivers on loopback. */
export async function startConsole(
  config: Partial<Config> = {},
  overrides: Overrides = {},
): Promise<Console> {
  const consoleFolder = join(ROOT, 'console', 'dist')
  if (!existsSync(join(consoleFolder, 'index.html'))) {
    throw new Error('The console is not built. Run: npm run build --workspace console')
  }
  const browser = await sharedBrowser()
  const { owner, url, data_dir, drop } = await cloneCompany()
  const app = await createTestApp(
    { secret_key: SECRET_KEY, ...config, database_url: url, data_dir },
    { consoleFolder, ...overrides },
  )
  const { email, password } = owner
  const found: string[] = []
  const signedIn = rememberSignIn(browser, app.baseUrl, owner)

  const contexts = new Set<BrowserContext>()
  const contextWith = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({ baseURL: app.baseUrl, reducedMotion: 'reduce', ...options })
    contexts.add(context)
    context.once('close', () => contexts.delete(context))
    return context
  }
  const show = async (context: BrowserContext, path: string) => {
    const page = await context.newPage()
    listen(page, found)
    await page.goto(path)
    return page
  }
  const visit: Console['visit'] = async (path = '/', options = {}) => {
    const context = await contextWith(options)
    // A page that is left open goes on asking and drawing.
    onTestFinished(async () => {
      await Promise.all(context.pages().map(stopAnswering))
      await context.close()
    })
    return show(context, path)
  }
  /** Where nothing else is wanted, pages of the owner share what the browser has loaded and compiled. */
  let shared: Promise<BrowserContext> | undefined
  const sharedContext = async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    shared ??= signedIn().then((storageState) => contextWith({ storageState, permissions }))
    return shared
  }
  const open: Console['open'] = async (path = HOME, options = undefined) => {
    if (options) return visit(path, { ...options, storageState: await signedIn() })
    const page = await show(await sharedContext(), path)
    onTestFinished(async () => {
      await stopAnswering(page)
      await page.close()
    })
    return page
  }
  let idle: Page | undefined
  const openAgain: Console['openAgain'] = async (path = HOME, options = undefined) => {
    if (options) return open(path, options)
    const earlier = idle
    idle = undefined
    const page = earlier ?? (await show(await sharedContext(), path))
    if (earlier && path !== NEUTRAL) {
      await navigate(page, path)
      // The address may lead on to one below it.
      await page.locator(`main[data-shows]:not([data-shows="${NEUTRAL}"])`).waitFor()
    }
    onTestFinished(async ({ task }) => {
      await stopAnswering(page)
      const isReady = !task.result?.errors?.length && (await leave(page, NEUTRAL))
      if (isReady && !idle) idle = page
      else await page.close()
    })
    return page
  }
  return {
    app,
    email,
    password,
    workspaceId: DEMO_WORKSPACE_ID,
    visit,
    open,
    openAgain,
    complaints: () => found.splice(0),
    async stop() {
      await Promise.all([...contexts].map((context) => context.close()))
      await app.stop()
      await drop()
    },
  }
}

/** Of tests that look at complaints themselves. */
export const ANYTHING = /^/

/** The console of a test file; a test fails when its pages complain of anything that is not provoked. */
export function consoleForFile(config: Partial<Config> = {}, provoked?: RegExp): Console {
  const atrium = startForFile(() => startConsole(config))
  afterEach(() => expectNoComplaints(atrium, provoked))
  return atrium
}

let running: Promise<Console> | undefined

/**
 * A console that all files of a worker share, with everything that a server does by itself: tests change only what they
 * made, or change it back. It ends with the worker.
 */
export function sharedConsole(provoked?: RegExp): Console {
  const atrium = madeForFile(async () => {
    running ??= startConsole(
      { role: 'all', rate_limits: 'off', outbound_allow: ['127.0.0.0/8'], webhook_retry_seconds: [0.1] },
      { functionRuntime: realFunctions },
    )
    const { openAgain, ...rest } = await running
    return { ...rest, openAgain, open: openAgain }
  })
  afterEach(() => expectNoComplaints(atrium, provoked))
  return atrium
}

/** The SDK as the owner of the demo company. */
export async function ownerClient({ app, email, password }: Console): Promise<Client> {
  const { token } = await app.anonymous.session.create({ email, password })
  return app.as(token)
}

/** A page of someone else's, signed in without the form: signing in is limited. */
export async function openAs(
  atrium: Console,
  person: Person,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const value = await atrium.app.make.session(person)
  const { hostname: domain } = new URL(atrium.app.baseUrl)
  const cookie = { name: 'atrium', value, domain, path: '/', expires: -1, httpOnly: true, secure: false }
  const cookies = [{ ...cookie, sameSite: 'Lax' as const }]
  return atrium.visit(path, { ...options, storageState: { cookies, origins: [] } })
}

/** Shows another page without loading the console again, which takes five times as long. */
export async function goTo(page: Page, path: string): Promise<void> {
  const there = `main[data-shows="${path}"]`
  if ((await page.locator(`main[data-shows]:not(${there})`).count()) === 0) {
    await page.goto(path)
    return
  }
  await navigate(page, path)
  const leave = page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
  await page.locator(there).or(leave).first().waitFor()
  // What was typed there is not wanted any more.
  if (await leave.isVisible()) await leave.click()
  await page.locator(there).waitFor()
}

/** As `goTo`, where the address may lead on to one below it; `from` is a page that is neither. */
export async function goBelow(page: Page, path: string, from: string): Promise<void> {
  await goTo(page, from)
  // An address above shows already as the beginning of others: only what is set again counts.
  await page.locator('main').evaluate((main) => main.removeAttribute('data-shows'))
  await navigate(page, path)
  await page.locator(`main[data-shows^="${path}"]`).waitFor()
}

/** Changes the address as a link does; the page may have no shell around it. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { ...history.state, idx: history.state.idx + 1, key: to }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Asks again until it is so, as long as a busy machine may need. */
export function eventually<Value>(read: () => Value | Promise<Value>, message?: string) {
  return expect.poll(read, message ? { message } : {})
}

/** Waits until it has the focus, which comes a moment after what is focused shows. */
export async function focused(locator: Locator) {
  await eventually(() => locator.evaluate((node) => node === document.activeElement)).toBe(true)
}

/** Points at something off until it says why: one that was pointed at while it was being drawn hears of it at the next move. */
export async function expectReason(page: Page, locator: Locator, reason: string) {
  expect(await locator.getAttribute('aria-disabled')).toBe('true')
  const hint = page.getByRole('tooltip').getByText(reason)
  await eventually(async () => {
    await page.mouse.move(10, 10)
    await locator.hover()
    return hint.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }).toBe(true)
}

/** What was copied last; writing it takes a moment after the click. */
export function copied(page: Page) {
  return eventually(() => page.evaluate(() => navigator.clipboard.readText()))
}

export async function heading(page: Page, name: string | RegExp) {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** A page above this one, in the breadcrumb. */
export const crumb = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name, exact: true })

/** The first page of a workspace, where signing in leads. */
export async function atHome(page: Page) {
  await page.getByRole('heading', { name: 'What needs you' }).waitFor()
}

export async function toast(page: Page, text: string | RegExp) {
  await page.getByRole('alertdialog').filter({ hasText: text }).first().waitFor()
}

/** Pictures to look at, only when asked for: `SCREENSHOTS=on npm test -- e2e`. */
export async function screenshot(page: Page, name: string) {
  if (process.env.SCREENSHOTS !== 'on') return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' })
}

/** A page to look at; `shown` resolves when it is whole. */
export interface Look {
  name: string
  path: string
  shown(page: Page): Promise<unknown>
}

/** Shows pages in the light, in the dark and on a phone: none is wider than its window. */
export async function expectToFit(atrium: Console, looks: readonly [Look, ...Look[]]) {
  for (const [device, options] of [
    ['light', { colorScheme: 'light' }],
    ['phone', PHONE],
  ] as const) {
    const page = await atrium.open(looks[0].path, options)
    for (const { name, path, shown } of looks) {
      await goTo(page, path)
      await shown(page)
      await expectNoSidewaysScroll(page)
      await screenshot(page, `${device}-${name}`)
      if (device === 'phone') continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await screenshot(page, `dark-${name}`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await page.context().close()
  }
}

export async function expectNoSidewaysScroll(page: Page) {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: innerWidth,
  }))
  expect(content, `${page.url()} is wider than the window`).toBeLessThanOrEqual(window)
}

/** Only requests that the test itself provokes may be refused; nothing may throw, warn or break the policy. */
export function expectNoComplaints(atrium: Console, provoked = /^$/) {
  expect(atrium.complaints().filter((complaint) => !provoked.test(complaint))).toEqual([])
}

/** Shows another page, whatever is open in this one; false where that fails. */
async function leave(page: Page, path: string): Promise<boolean> {
  if (page.isClosed()) return false
  return goTo(page, path).then(
    () => true,
    () => false,
  )
}
