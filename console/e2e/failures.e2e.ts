/** Every act of the console is refused once: the person sees why, and what they typed is still there. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleCalls, webhookOperations } from '../../server/structure/console-calls.ts'
import type { Person } from '../../server/test/make.ts'
import { type Act, isOf } from './act.ts'
import { actsOfAccount } from './acts-of-account.ts'
import { actsOfAds } from './acts-of-ads.ts'
import { actsOfAppSignIn } from './acts-of-app-sign-in.ts'
import { actsOfApps } from './acts-of-apps.ts'
import { actsOfCoding } from './acts-of-coding.ts'
import { actsOfConnectors } from './acts-of-connectors.ts'
import { actsOfFunctions } from './acts-of-functions.ts'
import { actsOfHome } from './acts-of-home.ts'
import { actsOfRecordViews } from './acts-of-record-views.ts'
import { actsOfScans } from './acts-of-scans.ts'
import { actsOfSettings } from './acts-of-settings.ts'
import { actsOfSignInProviders } from './acts-of-sign-in-providers.ts'
import { actsOfSource } from './acts-of-source.ts'
import { actsOfTests } from './acts-of-tests.ts'
import { actsOfWorkflows } from './acts-of-workflows.ts'
import { actsOfWorkspace } from './acts-of-workspace.ts'
import { ANYTHING, consoleForFile, eventually, expectNoComplaints, goTo, openAs } from './console.ts'
import { makeScene } from './failure-scene.ts'

// Runs of workflows and coding sessions are carried out.
const atrium = consoleForFile({ role: 'all', rate_limits: 'off' }, ANYTHING)
let acts: Act[]
let invited: Person
beforeAll(async () => {
  const scene = await makeScene(atrium)
  invited = scene.invited
  acts = [
    ...actsOfWorkspace(scene),
    ...actsOfSettings(scene),
    ...actsOfAccount(atrium.workspaceId),
    ...actsOfApps(scene),
    ...actsOfRecordViews(scene),
    ...actsOfHome(scene),
    ...actsOfAppSignIn(scene),
    ...actsOfSignInProviders(atrium.workspaceId),
    ...actsOfFunctions(scene),
    ...actsOfWorkflows(scene),
    ...actsOfTests(scene),
    ...actsOfCoding(scene),
    ...actsOfSource(scene),
    ...actsOfAds(atrium.workspaceId),
    ...actsOfScans(atrium.workspaceId),
    ...actsOfConnectors(atrium.workspaceId),
  ]
})

/** Nothing moves, so that nothing has to be waited for. */
const STILL = { reducedMotion: 'reduce' } as const
const DIALOG = 'section[role=dialog], section[role=alertdialog]'
/** The refusals, that a visitor is nobody yet, and that a sign-in is too long ago. */
const PROVOKED = /status of (409|401 .*(\/api\/auth\/me|\/api\/apps\/)|403 .*\/api\/account\/recovery-codes)/
const WHOLE_WALK = { timeout: 400_000 }

describe('a refusal', () => {
  test('of every act is shown, and what was typed stays', WHOLE_WALK, async () => {
    const unseen: string[] = []
    for (const [who, mine] of Map.groupBy(acts, ({ as = 'owner' }) => as)) {
      const page = await open(who)
      page.setDefaultTimeout(20_000)
      let path = ''
      for (const act of mine) {
        const isFresh = path === '' || act.isAlone
        if (act.path !== path) await (isFresh ? page.goto(act.path) : goTo(page, act.path))
        path = act.path
        try {
          await refuse(page, act)
          await clear(page)
        } catch (error) {
          await page.unrouteAll()
          unseen.push(
            `${act.at} ${act.operation ?? act.sends}: ${error instanceof Error ? error.message : error}`,
          )
          path = ''
        }
      }
      await page.context().close()
    }
    expect(unseen).toEqual([])
    expectNoComplaints(atrium, PROVOKED)
  })

  test('is provoked for everything the console sends', () => {
    const key = ({ at, sends }: Pick<Act, 'at' | 'sends'>) => `${at} ${sends}`
    const walked = Map.groupBy(acts, key)
    const sent = Map.groupBy(consoleCalls(), ({ file, operation }) => key({ at: file, sends: operation }))
    const missing = [...sent].filter(([name, calls]) => (walked.get(name)?.length ?? 0) < calls.length)
    expect(missing.map(([name]) => name)).toEqual([])
    expect([...walked.keys()].filter((name) => !sent.has(name))).toEqual([])
    const operations = acts.map(({ operation, sends }) => operation ?? sends)
    expect(webhookOperations().filter((name) => !operations.includes(name))).toEqual([])
  })

  test('of what was shown at once takes it back', async () => {
    const page = await open('owner')
    await page.goto(`/w/${atrium.workspaceId}/apps/app_demo_storefront/security/settings`)
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      if (!isOf('scans.configure', route.request())) return route.fallback()
      await gate
      return route.fulfill({ status: 409, json: { code: 'refused_by_test', message: 'No.', detail: 'No.' } })
    })
    const nightly = page.getByRole('switch', { name: 'Every night' })
    const was = await nightly.isChecked()
    await page.getByText('Every night', { exact: true }).click()
    // Nothing has been answered yet.
    await eventually(() => nightly.isChecked()).toBe(!was)
    release()
    await page.getByRole('alertdialog').filter({ hasText: 'No.' }).waitFor()
    await eventually(() => nightly.isChecked()).toBe(was)
    await page.context().close()
    expectNoComplaints(atrium, PROVOKED)
  })

  test.each(['apps.create', 'folders.delete'])(
    'of %s is shown although its dialog was closed',
    async (name) => {
      const act = acts.find(({ sends }) => sends === name)
      if (!act) throw new Error(`no act sends ${name}`)
      const page = await open('owner')
      await page.goto(act.path)
      const { promise: gate, resolve: release } = Promise.withResolvers<void>()
      await refuse(
        page,
        act,
        async () => {
          await close(page)
          await eventually(() => page.locator(DIALOG).count()).toBe(0)
          release()
        },
        gate,
      )
      await page.context().close()
      expectNoComplaints(atrium, PROVOKED)
    },
  )
})

function open(who: string): Promise<Page> {
  if (who === 'visitor') return atrium.visit('/sign-in', STILL)
  return who === 'invited' ? openAs(atrium, invited, '/', STILL) : atrium.open('/', STILL)
}

/** Does it, has it refused, and expects what a person should see then. */
async function refuse(page: Page, act: Act, onSent?: () => Promise<void>, gate?: Promise<void>) {
  const operation = act.operation ?? act.sends
  const message = `The test refuses ${operation}.`
  let refused = 0
  const isMeant = (url: URL) => url.pathname.startsWith('/api/')
  await page.route(isMeant, async (route) => {
    if (!isOf(operation, route.request())) return route.fallback()
    refused++
    await gate
    const body = { code: 'refused_by_test', message, detail: message, request_id: 'req_test' }
    return route.fulfill({ status: 409, json: body })
  })
  await act.open?.(page)
  const box = (label: string) =>
    page
      .locator('input, textarea')
      .and(page.getByLabel(new RegExp(`^${label}`)))
      .last()
  for (const [label, text] of Object.entries(act.typed ?? {})) {
    await box(label).fill(text)
    // What it suggests would cover the page.
    if ((await box(label).getAttribute('role')) === 'combobox') await box(label).press('Escape')
  }
  if (act.press) await page.getByRole('button', { name: act.press, exact: true }).last().click()
  await onSent?.()
  await page.locator('[role=alert], [role=alertdialog]').filter({ hasText: message }).first().waitFor()
  expect(refused).toBeGreaterThan(0)
  for (const [label, text] of Object.entries(onSent ? {} : (act.typed ?? {}))) {
    expect(await box(label).inputValue(), label).toBe(text)
  }
  await page.unrouteAll()
}

/** Also where that loses what was typed, which is asked about. */
async function close(page: Page) {
  const agree = page.locator(DIALOG).getByRole('button', { name: /^(Discard|Leave this page)$/ })
  const isOver = async () => (await agree.count()) > 0 || (await page.locator(DIALOG).count()) === 0
  // One of two that lie on each other may just be going by itself, and takes the key with it.
  await eventually(async () => {
    if (await isOver()) return true
    // The focus may be on its way back from one that is gone: the key is meant for the uppermost.
    const top = page.locator(DIALOG).last()
    await top.press('Escape', { timeout: 2_000 }).catch(() => {})
    return isOver()
  }).toBe(true)
  if ((await agree.count()) > 0) await agree.first().click()
}

/** Closes what is open, so that the next act begins at the page. */
async function clear(page: Page) {
  const dialog = page.locator(DIALOG)
  // One may stand on another.
  for (let left = await dialog.count(); left > 0; left = await dialog.count()) {
    await close(page)
    await eventually(() => dialog.count()).toBeLessThan(left)
  }
  const dismiss = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Dismiss' })
  // At once, as some go away by themselves.
  await eventually(async () => {
    await dismiss.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click()
    })
    return dismiss.count()
  }).toBe(0)
}
