/** Secrets of an app, read by a function of the real runtime. */
import { expect, test } from 'vitest'
import { click } from './act.ts'
import { eventually, ownerClient, screenshot, sharedConsole, toast } from './console.ts'
import { APP, deployTo } from './function-steps.ts'

const atrium = sharedConsole(/Failed to load resource.*422/)

test('secrets are added, replaced and deleted, and never shown', async () => {
  const api = await ownerClient(atrium)
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${APP}/secrets`)
  await page.getByRole('heading', { name: 'No secrets yet' }).waitFor()
  await click('button', 'Add a secret')(page)
  await page.getByLabel('Name').fill('PATH')
  await page.getByLabel('Value').fill('first value')
  await click('button', 'Add secret')(page)
  await page.getByText('This name belongs to the system; use another').waitFor()
  await page.getByLabel('Name').fill('PAY_KEY')
  await screenshot(page, 'secret-add')
  await click('button', 'Add secret')(page)
  await toast(page, 'PAY_KEY added')
  await deployTo(api, 'reads', 'Deno.serve(() => new Response(Deno.env.get("PAY_KEY") ?? "none"))\n')
  const read = () => api.app(APP).functions.invoke('reads')
  expect(await read()).toBe('first value')
  await page.reload()
  await page.getByRole('table', { name: 'Secrets' }).getByText('PAY_KEY').waitFor()
  await screenshot(page, 'secrets')
  expect(await page.content()).not.toContain('first value')

  await click('button', 'Replace PAY_KEY')(page)
  expect(await page.getByLabel('Value').inputValue()).toBe('')
  await page.getByLabel('Value').fill('second value ')
  await click('button', 'Replace value')(page)
  await toast(page, 'PAY_KEY replaced')
  await eventually(read).toBe('second value ')

  await click('button', 'Delete PAY_KEY')(page)
  await click('button', 'Delete secret')(page)
  await toast(page, 'PAY_KEY deleted')
  await page.getByRole('heading', { name: 'No secrets yet' }).waitFor()
  await eventually(read).toBe('none')
  await api.functions.delete({ app_id: APP, name: 'reads' })
})
