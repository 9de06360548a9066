/** Workflows in the console: begun, drawn, changed and saved. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { click, select } from './act.ts'
import {
  type Console,
  copied,
  crumb,
  eventually,
  expectNoComplaints,
  expectToFit,
  heading,
  openAs,
  screenshot,
  startConsole,
  toast,
} from './console.ts'
import { pasteInto } from './function-steps.ts'
import {
  APP,
  ASKS,
  bar,
  box,
  LOOPS,
  makeWorkflow,
  panel,
  part,
  SETS,
  text,
  workflowsPath,
} from './workflow-steps.ts'

let atrium: Console
let token: string
beforeAll(async () => {
  atrium = await startConsole({ rate_limits: 'off' })
  token = (await atrium.app.anonymous.session.create(atrium)).token
})
afterAll(() => atrium?.stop())
afterEach(() => expectNoComplaints(atrium, /Failed to load resource.*(409|422)/))

const workflows = (rest = '') => workflowsPath(atrium, rest)
const api = () => atrium.app.as(token)
const saved = (workflow_id: string) => api().workflows.read({ app_id: APP, workflow_id })

test('an app without workflows says so', async () => {
  const { id } = await api().apps.create({ name: 'Nothing yet' })
  const page = await atrium.open(workflows().replace(APP, id))
  await page.getByRole('heading', { name: 'No workflows yet' }).waitFor()
  await screenshot(page, 'workflows-none')
})

test.each([
  'Blank',
  'Greet new customers',
  'Daily digest',
  'Approval before a refund',
  'Webhook to record',
  'Fan out when an order is paid',
  'Look after publishing',
])('the template %s is one that can be saved', async (name) => {
  const page = await atrium.open(workflows())
  await click('button', 'New workflow')(page)
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).click({ force: true })
  await page.getByRole('dialog').getByLabel('Name').fill(`${name} of mine`)
  await click('button', 'Create workflow')(page)
  await toast(page, `${name} of mine created`)
})

describe('the drawing', () => {
  test('shows a form of the chosen step, whose changes go into the text', async () => {
    const id = await makeWorkflow(api(), 'Drawn')
    const page = await atrium.open(workflows(`/${id}`))
    await box(page, 'one').click()
    await panel(page, 'one').getByLabel('Name').fill('first')
    await panel(page, 'one').getByLabel('Name').press('Enter')
    await panel(page, 'first').waitFor()
    await text(page).getByText('"first"').waitFor()

    await click('button', 'Add a step after this')(page)
    await click('menuitem', 'Wait')(page)
    await panel(page, 'wait').getByLabel('How long').fill('7')
    await panel(page, 'wait').getByLabel('How long').press('Tab')
    await box(page, 'wait').getByText('Wait 7 minutes').waitFor()
    await panel(page, 'wait').getByRole('button', { name: 'Move down' }).click()
    await screenshot(page, 'workflow-step')
    await box(page, 'two').click()
    await panel(page, 'two').getByLabel('Only if').fill('${ $input.a > 0 }')
    await panel(page, 'two').getByLabel('Values').fill('{"c": 3}')
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Drawn saved')
    await eventually(() => bar(page).count()).toBe(0)
    expect(await saved(id)).toMatchObject({
      version: 2,
      definition: {
        do: [
          { first: { set: { a: 1 } } },
          { two: { if: '${ $input.a > 0 }', set: { c: 3 } } },
          { wait: { wait: { minutes: 7 } } },
        ],
      },
    })
    await box(page, 'wait').click()
    await click('button', 'Delete step wait')(page)
    await eventually(() => box(page, 'wait').count()).toBe(0)
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await box(page, 'wait').waitFor()
  })

  test('is used by the keyboard, and adds into loops and branches', async () => {
    const id = await makeWorkflow(api(), 'Typed', LOOPS)
    const page = await atrium.open(workflows(`/${id}`))
    await box(page, 'all').waitFor()
    await box(page, 'all').focus()
    await page.keyboard.press('Enter')
    await panel(page, 'all').waitFor()
    await eventually(() => box(page, 'all').getAttribute('aria-pressed')).toBe('true')
    await click('button', 'Add a step inside')(page)
    await click('menuitem', 'Side by side')(page)
    await panel(page, 'side_by_side').getByRole('button', { name: 'Add a branch' }).click()
    await click('menuitem', 'HTTP request')(page)
    await panel(page, 'request').getByLabel('Address').fill('https://example.com/a')
    await box(page, 'request').getByText('GET example.com/a').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
  })

  test('stays as it was while the text cannot be read', async () => {
    const id = await makeWorkflow(api(), 'Half')
    const page = await atrium.open(workflows(`/${id}`))
    await box(page, 'one').click()
    await pasteInto(text(page), '{ "do": [')
    await page.getByText('The drawing is as it was before').waitFor()
    await box(page, 'two').waitFor()
    await panel(page, 'one').getByText('The JSON cannot be read').waitFor()
    await page.locator('.cm-lint-marker-error').first().waitFor()
    expect(await bar(page).getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await pasteInto(text(page), '{ "do": [{ "only": { "set": { "a": 1 } } }] }')
    await box(page, 'only').waitFor()
    await eventually(() => box(page, 'two').count()).toBe(0)
    await crumb(page, 'Workflows').click()
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
    await click('button', 'Stay')(page)
    await part(page, 'Versions').click()
    await page.getByRole('table', { name: 'Versions' }).waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
  })

  test('marks what the server refuses, at the step and in the text', async () => {
    const id = await makeWorkflow(api(), 'Refused')
    const page = await atrium.open(workflows(`/${id}`))
    await pasteInto(
      text(page),
      JSON.stringify({ do: [{ fine: { set: { a: 1 } } }, { wrong: { call: 'nothing.known' } }] }, null, 2),
    )
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await bar(page)
      .getByText(/places? (is|are) wrong/)
      .waitFor()
    await page.getByRole('alert').filter({ hasText: 'It was not saved' }).waitFor()
    await page.locator('.cm-lintRange-error').first().waitFor()
    await box(page, 'wrong').click()
    await panel(page, 'wrong').getByRole('alert').waitFor()
    await screenshot(page, 'workflow-refused')
    await select(page, /Calls$/, 'Find records')
    await bar(page).getByText('Unsaved changes').waitFor()
    expect((await saved(id)).version).toBe(1)
    await bar(page).getByRole('button', { name: 'Discard' }).click()
  })
})

describe('what somebody else saves', () => {
  const theirs = { do: [{ theirs: { set: { a: 2 } } }] }
  const mine = '{ "do": [{ "mine": { "set": { "a": 3 } } }] }'

  test('is not overwritten unseen, and one’s own text is not lost', async () => {
    const id = await makeWorkflow(api(), 'Shared')
    const page = await atrium.open(workflows(`/${id}`))
    await box(page, 'one').waitFor()
    await pasteInto(text(page), mine)
    await api().workflows.update({ app_id: APP, workflow_id: id }, { definition: theirs })
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else saved version 2').waitFor()
    await screenshot(page, 'workflow-overtaken')
    await click('button', 'Load version 2')(page)
    await box(page, 'theirs').waitFor()
    await eventually(() => bar(page).count()).toBe(0)
    await click('button', 'Bring my text back')(page)
    await box(page, 'mine').waitFor()
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Shared saved')
    expect((await saved(id)).definition).toEqual(JSON.parse(mine))
  })

  test('is replaced when one wants that', async () => {
    const id = await makeWorkflow(api(), 'Replaced')
    const page = await atrium.open(workflows(`/${id}`))
    await box(page, 'one').waitFor()
    await pasteInto(text(page), mine)
    await api().workflows.update({ app_id: APP, workflow_id: id }, { definition: theirs })
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await click('button', 'Keep mine and replace it when I save')(page)
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Replaced saved')
    expect(await saved(id)).toMatchObject({ version: 3, definition: JSON.parse(mine) })
  })
})

test('the trigger is chosen, said in words, and shows its address', async () => {
  const id = await makeWorkflow(api(), 'Triggered')
  const page = await atrium.open(workflows(`/${id}/settings`), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('radio', { name: /^At fixed times/ }).click({ force: true })
  const times = page.getByRole('textbox', { name: 'Times' })
  await times.fill('0 9 * *')
  await page.getByText('These times cannot be read.').waitFor()
  await times.fill('0 9 * * 1')
  await select(page, /Time zone$/, 'Europe/Berlin')
  await page.getByText(/^Every Monday at 09:00, Europe\/Berlin\. Next: /).waitFor()
  await page.getByLabel('Description').fill('Weekly')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Triggered saved')
  expect(await saved(id)).toMatchObject({
    description: 'Weekly',
    version: 1,
    trigger: { type: 'schedule', cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
  })
  await page.getByText('Every Monday at 09:00 Europe/Berlin').waitFor()
  await screenshot(page, 'workflow-schedule')

  await page.getByRole('radio', { name: /^Webhook/ }).click({ force: true })
  await page.getByText('The address is made when you save.').waitFor()
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await saved(id)).webhook_url).not.toBeNull()
  await click('button', 'Copy')(page)
  await copied(page).toContain('/api/workflow-hooks/')

  await page.getByRole('radio', { name: /^When records change/ }).click({ force: true })
  await select(page, /Entity$/, 'Order')
  await page.getByRole('checkbox', { name: 'Changed' }).click({ force: true })
  await page.getByLabel('Only records that match').fill('{"total": {"$gt": 100}}')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('When an Order is created or changed, if total is more than 100').waitFor()
})

test('an earlier version is restored as a new one', async () => {
  const id = await makeWorkflow(api(), 'Versions')
  await api().workflows.update({ app_id: APP, workflow_id: id }, { definition: LOOPS })
  const page = await atrium.open(workflows(`/${id}/versions`))
  const rows = page.getByRole('table', { name: 'Versions' }).getByRole('row')
  await eventually(() => rows.count()).toBe(3)
  expect(await rows.nth(1).innerText()).toContain('Current')
  await click('button', 'Show details of version 1')(page)
  await page.getByText('"two"').first().waitFor()
  await screenshot(page, 'workflow-versions')
  await click('button', 'Restore version 1')(page)
  await click('button', 'Restore version')(page)
  await toast(page, 'Version 1 restored')
  expect(await saved(id)).toMatchObject({ version: 3, definition: SETS })
  await part(page, 'Steps').click()
  await box(page, 'two').waitFor()
})

test('a viewer reads, and is offered nothing else', async () => {
  const id = await makeWorkflow(api(), 'Seen', ASKS)
  const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
  const page = await openAs(atrium, viewer, workflows(`/${id}`))
  await box(page, 'ask').click()
  await panel(page, 'ask').getByText('Ask: Pay 250 to Ada?').waitFor()
  expect(await panel(page, 'ask').getByRole('textbox').count()).toBe(0)
  expect(await text(page).getAttribute('aria-readonly')).toBe('true')
  for (const name of ['Run', 'Pause', 'Add a step at the end'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  await part(page, 'Versions').click()
  await page.getByRole('table', { name: 'Versions' }).waitFor()
  expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0)
})

test('the pages fit a phone and the dark', async () => {
  const id = await makeWorkflow(api(), 'A workflow with quite a long name for the screen of a phone', LOOPS)
  const shown = (page: Page) => heading(page, 'Orders')
  await expectToFit(atrium, [
    { name: 'workflows', path: workflows(), shown },
    { name: 'workflow', path: workflows(`/${id}`), shown: (page) => box(page, 'all').waitFor() },
    { name: 'workflow-settings', path: workflows(`/${id}/settings`), shown },
    { name: 'workflow-versions', path: workflows(`/${id}/versions`), shown },
    { name: 'workflow-no-runs', path: workflows(`/${id}/runs`), shown },
  ])
})
