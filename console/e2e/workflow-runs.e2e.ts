/** Runs of workflows in the console: started, followed, decided, cancelled and replayed. */
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { click, select } from './act.ts'
import { consoleForFile, crumb, eventually, expectToFit, heading, screenshot, toast } from './console.ts'
import {
  APP,
  ASKS,
  FAILS,
  LOOPS,
  makeWorkflow,
  part,
  ranTo,
  startRun,
  waits,
  workflowsPath,
} from './workflow-steps.ts'

const atrium = consoleForFile({ role: 'all', rate_limits: 'off' })

const workflows = (rest = '') => workflowsPath(atrium, rest)
async function signedIn() {
  const { token } = await atrium.app.anonymous.session.create(atrium)
  return atrium.app.as(token)
}

test('a run that failed says why, is explained, and is replayed', async () => {
  const api = await signedIn()
  const id = await makeWorkflow(api, 'Fails', FAILS)
  const run = await ranTo(api, id, 'failed')
  const page = await atrium.open(workflows(`/${id}/runs/${run}`))
  await page.getByRole('heading', { name: 'Failed', exact: true }).waitFor()
  await page.getByRole('alert').getByText('The store is full').waitFor()
  await page
    .getByRole('region', { name: 'Steps' })
    .getByRole('button', { name: 'Details of first' })
    .waitFor()
  await click('button', 'Explain')(page)
  await page
    .getByRole('region', { name: 'Explanation' })
    .or(page.getByText('No language model is available'))
    .waitFor()
  await screenshot(page, 'run-failed')

  await api.workflows.update(
    { app_id: APP, workflow_id: id },
    { definition: { do: [{ first: { set: { a: 1 } } }, { stop: { set: { fixed: true } } }] } },
  )
  await click('button', 'Replay')(page)
  await page.getByRole('radio', { name: /^From what did not finish/ }).click({ force: true })
  await page.getByRole('radio', { name: /^The current version/ }).click({ force: true })
  await click('button', 'Start replay')(page)
  await toast(page, 'Replay started')
  await page.getByRole('heading', { name: 'Completed' }).waitFor()
  await page.getByRole('link', { name: run }).click()
  await page.getByRole('heading', { name: 'Failed', exact: true }).waitFor()
})

test.each([
  ['Approve', 'Approved', true],
  ['Reject', 'Rejected', false],
] as const)('a run that asks is answered: %s', async (press, said, approved) => {
  const api = await signedIn()
  const workflow_id = await makeWorkflow(api, 'Asks', ASKS)
  const run_id = await startRun(api, workflow_id)
  await waits(api, { workflow_id, run_id })
  const page = await atrium.open(workflows(`/${workflow_id}/runs/${run_id}`))
  const question = page.getByRole('region', { name: 'Decision of ask' })
  await question.getByRole('heading', { name: 'Pay 250 to Ada?' }).waitFor()
  await question.getByLabel('Comment').fill('Looked at it')
  await screenshot(page, 'run-asks')
  await question.getByRole('button', { name: press }).click()
  await toast(page, said)
  await eventually(() => question.count()).toBe(0)
  await eventually(async () => {
    const { steps } = await api.runs.read({ app_id: APP, workflow_id, run_id })
    return steps.find(({ id }) => id === 'ask')?.output
  }).toMatchObject({ approved, comment: 'Looked at it' })
})

test('a run is cancelled while it waits', async () => {
  const api = await signedIn()
  const workflow_id = await makeWorkflow(api, 'Cancelled', ASKS)
  const run_id = await startRun(api, workflow_id)
  await waits(api, { workflow_id, run_id })
  const page = await atrium.open(workflows(`/${workflow_id}/runs/${run_id}`))
  await click('button', 'Cancel')(page)
  await click('button', 'Cancel run')(page)
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await page.getByRole('button', { name: 'Replay' }).waitFor()
})

test('runs are found by their status, of one workflow and of all', async () => {
  const api = await signedIn()
  const fails = await makeWorkflow(api, 'Fails once', FAILS)
  const loops = await makeWorkflow(api, 'Loops once', LOOPS)
  await ranTo(api, fails, 'failed')
  await ranTo(api, loops, 'completed')
  const page = await atrium.open(workflows('/runs'))
  const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row')
  await rows.filter({ hasText: 'Loops once' }).waitFor()
  await select(page, 'Status', 'Failed')
  await rows.filter({ hasText: 'Fails once' }).waitFor()
  await eventually(() => rows.filter({ hasText: 'Loops once' }).count()).toBe(0)
  await screenshot(page, 'runs-of-all')
  await rows.filter({ hasText: 'Fails once' }).getByRole('link', { name: 'Failed' }).click()
  await crumb(page, 'Fails once').click()
  await part(page, 'Runs').click()
  await eventually(() => rows.count()).toBe(2)
  await select(page, 'Status', 'Cancelled')
  await page.getByRole('heading', { name: 'No such runs' }).waitFor()
  await click('button', 'Clear filters')(page)
  await eventually(() => rows.count()).toBe(2)
})

test('the pages of runs fit a phone and the dark', async () => {
  const api = await signedIn()
  const id = await makeWorkflow(api, 'Looks', LOOPS)
  const run = await ranTo(api, id, 'completed')
  const shown = (page: Page) => heading(page, 'Orders')
  await expectToFit(atrium, [
    { name: 'runs', path: workflows('/runs'), shown },
    { name: 'workflow-runs', path: workflows(`/${id}/runs`), shown },
    { name: 'run', path: workflows(`/${id}/runs/${run}`), shown },
  ])
})
