import { test } from 'vitest'
import { screenshot, sharedConsole } from './console.ts'

// Guides ask who reads them.
const atrium = sharedConsole(/401 \(Unauthorized\) \/api\/auth\/me$/)

test('an operation is found by its words, with fields, refusals and three ways to call it', async () => {
  const page = await atrium.visit('/docs')
  await page.getByRole('searchbox', { name: 'Search guides and operations' }).fill('create folder')
  await page.getByRole('link', { name: 'folders.create', exact: true }).click()
  const part = page.locator('[id="folders.create"]')
  await part.getByRole('heading', { name: 'Create a folder' }).waitFor()
  await part.getByText('1 to 100 characters').first().waitFor()
  await part.getByText('folder_scope_mismatch').waitFor()
  await part.getByText(`curl -X POST ${atrium.app.baseUrl}/api/app-folders`).waitFor()
  await part.getByRole('button', { name: 'SDK' }).click()
  await part.getByText('await client.folders.create(').waitFor()
  await part.getByRole('button', { name: 'CLI' }).click()
  await part.getByText('npx atrium folders create').waitFor()
  await screenshot(page, 'docs-area')
})
