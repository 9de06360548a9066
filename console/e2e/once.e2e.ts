/** Whatever is clicked and pressed, a dialog that makes something sends it once. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Act, isOf } from './act.ts'
import { actsOfAds } from './acts-of-ads.ts'
import { actsOfApps } from './acts-of-apps.ts'
import { actsOfCoding } from './acts-of-coding.ts'
import { actsOfFunctions } from './acts-of-functions.ts'
import { actsOfRecordViews } from './acts-of-record-views.ts'
import { actsOfSettings } from './acts-of-settings.ts'
import { actsOfTests } from './acts-of-tests.ts'
import { actsOfWorkflows } from './acts-of-workflows.ts'
import { actsOfWorkspace } from './acts-of-workspace.ts'
import { ANYTHING, consoleForFile, eventually } from './console.ts'
import { makeScene } from './failure-scene.ts'

// Runs of workflows and coding sessions are carried out.
const atrium = consoleForFile({ role: 'all', rate_limits: 'off' }, ANYTHING)
let acts: Act[]
beforeAll(async () => {
  const scene = await makeScene(atrium)
  const all = [
    ...actsOfWorkspace(scene),
    ...actsOfSettings(scene),
    ...actsOfApps(scene),
    ...actsOfRecordViews(scene),
    ...actsOfFunctions(scene),
    ...actsOfWorkflows(scene),
    ...actsOfTests(scene),
    ...actsOfCoding(scene),
    ...actsOfAds(atrium.workspaceId),
  ]
  acts = all.filter((act) => act.open && act.press && !act.as && makes(act))
})

const WHOLE_WALK = { timeout: 240_000 }
const nameOf = ({ sends, operation = sends }: Act) => operation
const MAKES =
  /\.(create\w*|bulk|bulk_create|invite|generate|import|add_items)$|^(schemas|secrets)\.set$|^functions\.deploy$|^coding\.launch$/
/** Importing from an address that does not answer is refused, and may be sent again then. */
const OTHERS = new Set(['session.create', 'repository.import'])
const makes = (act: Act) => MAKES.test(nameOf(act)) && !OTHERS.has(nameOf(act))

test('every dialog that makes something sends it once', WHOLE_WALK, async () => {
  const page = await atrium.open()
  page.setDefaultTimeout(20_000)
  const sent: Record<string, number> = {}
  for (const act of acts) {
    // Loaded, as the one before may be on its way to what it made.
    await page.goto(act.path)
    await act.open?.(page)
    const form = page.locator('section[role=dialog], section[role=alertdialog]').last()
    // A part of a page has no dialog that could be left standing.
    if ((await form.count()) === 0) continue
    for (const [label, text] of Object.entries(act.typed ?? {}))
      await form
        .getByLabel(new RegExp(`^${label}`))
        .and(form.locator('input, textarea'))
        .last()
        .fill(text)
    sent[`${act.at} ${nameOf(act)}`] = await countWhilePressed(page, act, form)
  }
  expect(sent).toEqual(Object.fromEntries(Object.keys(sent).map((name) => [name, 1])))
  expect(Object.keys(sent).length).toBeGreaterThan(12)
})

/** Presses the button and Enter again and again until the dialog is gone, and counts what was sent. */
async function countWhilePressed(page: Page, act: Act, dialog: Locator): Promise<number> {
  let sent = 0
  const count = (request: Parameters<typeof isOf>[1]) => {
    if (isOf(nameOf(act), request)) sent++
  }
  page.on('request', count)
  const button = await dialog.getByRole('button', { name: act.press ?? '', exact: true }).elementHandle()
  await button?.evaluate((node: HTMLButtonElement) => {
    const press = setInterval(() => {
      if (!node.isConnected) return clearInterval(press)
      node.click()
      node.form?.requestSubmit()
    }, 1)
  })
  const isGone = () => button?.evaluate((node) => !node.isConnected)
  await eventually(async () => sent > 1 || (await isGone()), nameOf(act)).toBe(true)
  page.off('request', count)
  return sent
}
