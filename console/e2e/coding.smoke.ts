import { expect, test } from 'vitest'
import { click, isOf, select } from './act.ts'
import { crumb, ownerClient, sharedConsole, toast } from './console.ts'

const atrium = sharedConsole(/status of 409/)

test('a coding session is launched, followed to its pull request, and merged', {
  timeout: 120_000,
}, async () => {
  // The shop of the demo has a repository.
  const app_id = 'app_demo_orders'
  await (await ownerClient(atrium)).source.write_file({ app_id, path: 'README.md' }, { content: '# Orders' })
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${app_id}/code`)
  await page.getByRole('heading', { name: 'No repository connected' }).waitFor()
  await click('button', 'Connect a repository')(page)
  await page.getByLabel('Owner and name').fill('harbour/orders')
  await click('button', 'Connect')(page)
  await toast(page, 'Connected to harbour/orders')
  await page.getByRole('heading', { name: 'No sessions yet' }).waitFor()
  await page.getByRole('link', { name: 'Repository', exact: true }).click()
  await page.getByText(/\/git\/[^/]+\/harbour\/orders\.git$/).waitFor()
  await click('button', 'Push to the repository')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Push', exact: true }).click()
  await page.getByRole('note').getByText('changed on').waitFor()
  // What is there already is not pushed again, which is said in words.
  await click('button', 'Push to the repository')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Push', exact: true }).click()
  await page.getByRole('alert').getByText('Nothing was pushed').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await click('button', 'New session')(page)
  await page.getByLabel('Title').fill('Greet visitors')
  await page.getByLabel('What should change').fill('add a file GREETING.md with Welcome aboard')
  const [launch] = await Promise.all([
    page.waitForRequest((request) => isOf('coding.launch', request)),
    click('button', 'Launch')(page),
  ])
  expect(launch.headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await page.getByRole('heading', { name: 'It opened a pull request' }).waitFor()
  await page.getByRole('region', { name: 'Steps' }).getByText('Wrote').waitFor()
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('Added: Welcome aboard').waitFor()
  const box = page.getByRole('region', { name: 'Pull request', exact: true })
  await box.getByRole('link', { name: 'Greet visitors' }).click()
  await page.getByLabel('Your comment').fill('Looks good')
  await click('button', 'Comment')(page)
  await page.getByRole('region', { name: 'Comments' }).getByText('Looks good').first().waitFor()
  await click('button', 'Merge')(page)
  await page.getByRole('dialog').getByText('Squash').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await toast(page, 'merged')
  await page.getByText('Its changes are in main.').waitFor()
  await crumb(page, 'Pull requests').click()
  await page.getByRole('heading', { name: 'No pull requests' }).waitFor()
  await select(page, 'Which', 'Merged or closed ones')
  await page.getByRole('link', { name: 'Greet visitors' }).waitFor()
})
