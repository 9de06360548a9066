import { expect, test } from 'vitest'
import { choose, click } from './act.ts'
import { crumb, eventually, ownerClient, screenshot, sharedConsole, toast } from './console.ts'
import { APP, box, LOOPS, makeWorkflow, workflowsPath } from './workflow-steps.ts'

const atrium = sharedConsole()
const workflows = (rest = '') => workflowsPath(atrium, rest)

test('a workflow is created from a template, started, paused and archived', async () => {
  const api = await ownerClient(atrium)
  const page = await atrium.open(workflows())
  await click('button', 'New workflow')(page)
  await page.getByRole('radio', { name: /^Retry a flaky API/ }).click({ force: true })
  await click('button', 'Create workflow')(page)
  await toast(page, 'Retry a flaky API created')
  await box(page, 'fetch').waitFor()
  await box(page, 'note').waitFor()
  const { items } = await api.workflows.list({ app_id: APP })
  const { id: workflow_id = '' } = items.find(({ name }) => name === 'Retry a flaky API') ?? {}
  expect(await api.workflows.read({ app_id: APP, workflow_id })).toMatchObject({
    status: 'inactive',
    trigger: { type: 'manual' },
  })

  await click('button', 'Start')(page)
  await toast(page, 'Retry a flaky API started')
  await crumb(page, 'Workflows').click()
  const row = page
    .getByRole('table', { name: 'Workflows' })
    .getByRole('row')
    .filter({ hasText: 'Retry a flaky API' })
  await row.getByText('Active').waitFor()
  await row.getByRole('cell', { name: 'Manually' }).waitFor()
  await screenshot(page, 'workflows')
  await choose('Retry a flaky API', 'Pause')(page)
  await toast(page, 'Retry a flaky API paused')
  await row.getByText('Paused').waitFor()
  await choose('Retry a flaky API', 'Archive workflow')(page)
  await click('button', 'Archive workflow')(page)
  await toast(page, 'Retry a flaky API archived')
  await eventually(() => row.count()).toBe(0)
})

test('a run is started with an input, and shows what each step did', async () => {
  const api = await ownerClient(atrium)
  const id = await makeWorkflow(api, 'Loops', LOOPS)
  const page = await atrium.open(workflows(`/${id}`))
  await click('button', 'Run')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Input').fill('{')
  await dialog.getByText('This is no JSON.').waitFor()
  await dialog.getByLabel('Input').fill('{"from": "console"}')
  await click('button', 'Start run')(page)
  await toast(page, 'Run started')
  // It gets on without being read again by hand.
  await page.getByRole('heading', { name: 'Completed' }).waitFor()
  await page.getByText('Test', { exact: true }).waitFor()
  await page.getByText('"from": "console"').waitFor()
  const steps = page.getByRole('region', { name: 'Steps' })
  await steps.getByText('Round 3').waitFor()
  await steps.getByRole('button', { name: /^Show steps of all\[1\]/ }).click()
  await steps.getByRole('button', { name: /^Details of all\[1\]\.note/ }).click()
  await steps.getByText('"item": 2').first().waitFor()
  await screenshot(page, 'run-loop')
  const { items } = await api.runs.list({ app_id: APP, workflow_id: id })
  expect(items).toMatchObject([{ is_test_run: true, trigger_type: 'manual', status: 'completed' }])
})
