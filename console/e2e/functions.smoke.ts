import { expect, test } from 'vitest'
import { choose, click } from './act.ts'
import { crumb, eventually, ownerClient, screenshot, sharedConsole, toast } from './console.ts'
import { APP, bar, code, functionsPath, part, pasteInto } from './function-steps.ts'

const atrium = sharedConsole(/Failed to load resource.*422/)

test('a function is created, split into files, deployed and deleted', async () => {
  const api = await ownerClient(atrium)
  const deployed = async (name: string) =>
    (await api.functions.list({ app_id: APP })).functions.find((each) => each.name === name)
  const page = await atrium.open(functionsPath(atrium))
  await page.getByRole('heading', { name: 'No functions yet' }).waitFor()
  await screenshot(page, 'functions-none')
  await click('button', 'New function')(page)
  await page.getByLabel('Name').fill('orders/greet me')
  await click('button', 'Create function')(page)
  await page.getByText('with / between parts').first().waitFor()
  await page.getByLabel('Name').fill('orders/greet')
  await click('button', 'Create function')(page)
  await toast(page, 'orders/greet deployed')
  await page.getByRole('heading', { name: 'orders/greet' }).waitFor()
  await code(page, 'index.ts').waitFor()

  await click('button', 'Add file')(page)
  await page.getByLabel('Path').fill('../greeting.ts')
  await page.getByRole('dialog').getByRole('button', { name: 'Add file' }).click()
  await page.getByText('A path is like lib/price.ts').waitFor()
  await page.getByLabel('Path').fill('greeting.ts')
  await page.getByRole('dialog').getByRole('button', { name: 'Add file' }).click()
  await pasteInto(code(page, 'greeting.ts'), 'export const greeting = "Good day"\n')
  await choose('greeting.ts', 'Rename')(page)
  await page.getByLabel('Path').fill('lib/greeting.ts')
  await click('button', 'Rename')(page)
  await code(page, 'lib/greeting.ts').waitFor()
  await page.getByRole('region', { name: 'Files' }).getByRole('link', { name: 'index.ts' }).click()
  await pasteInto(
    code(page, 'index.ts'),
    'import { greeting } from "./lib/greeting.ts"\nDeno.serve(() => new Response(greeting))\n',
  )
  await choose('index.ts', 'Rename')(page)
  await page.getByLabel('Path').fill('main.ts')
  await click('button', 'Rename')(page)
  await page.getByRole('link', { name: 'main.ts Entry' }).waitFor()
  await screenshot(page, 'function-code')

  // The parts share what is not deployed; other pages lose it.
  await part(page, 'Invocations').click()
  await page.getByRole('heading', { name: 'No calls yet' }).waitFor()
  await bar(page).waitFor()
  await crumb(page, 'Functions').click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await click('button', 'Stay')(page)

  await bar(page).getByRole('button', { name: 'Deploy' }).click()
  await toast(page, 'orders/greet deployed')
  await eventually(() => bar(page).count()).toBe(0)
  expect(await deployed('orders/greet')).toMatchObject({
    entry: 'main.ts',
    files: [{ path: 'lib/greeting.ts' }, { path: 'main.ts' }],
  })

  await crumb(page, 'Functions').click()
  const row = page
    .getByRole('table', { name: 'Functions' })
    .getByRole('row')
    .filter({ hasText: 'orders/greet' })
  await row.getByText('main.ts').waitFor()
  await screenshot(page, 'functions')
  await row.getByRole('link', { name: 'orders/greet' }).click()
  await choose('orders/greet', 'Delete function')(page)
  await page.getByLabel('Type “orders/greet” to confirm').fill('orders/greet')
  await click('button', 'Delete function')(page)
  await toast(page, 'orders/greet deleted')
  expect(await deployed('orders/greet')).toBeUndefined()
})
