/** Steps of the tests of apps and their folders. */
import type { Page } from 'playwright-core'
import { heading } from './console.ts'

export const tree = (page: Page) => page.getByRole('navigation', { name: 'Folders' })
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

export async function createFolder(page: Page, name: string, scope = 'workspace') {
  await page.getByRole('button', { name: `New ${scope} folder` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: 'Iris' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create folder' }).click()
  await heading(page, name)
}

export async function createApp(page: Page, name: string) {
  await page.getByRole('button', { name: 'New app' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await heading(page, name)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
}
