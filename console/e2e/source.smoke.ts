import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { click } from './act.ts'
import { eventually, goTo, ownerClient, screenshot, sharedConsole, toast } from './console.ts'
import { code, pasteInto } from './function-steps.ts'

// Files that do not exist are provoked.
const atrium = sharedConsole(/status of (404|409)/)
const APP = 'app_demo_storefront'
const source = (rest = '') => `/w/${atrium.workspaceId}/apps/${APP}/source${rest}`
const shows = (page: Page, path: string, text: string) =>
  code(page, path).getByText(text, { exact: false }).first().waitFor()

test('a source file is created, changed, compared, restored and deleted', async () => {
  const api = await ownerClient(atrium)
  const read = async (path: string) => (await api.source.read_file({ app_id: APP, path })).content
  const page = await atrium.open(source())
  await page.getByText('Choose a file to read it.').waitFor()
  await click('button', 'New file')(page)
  await page.getByLabel('Path').fill('README.md')
  await click('button', 'Create file')(page)
  await page.getByText('There is a file of this path.').waitFor()
  await page.getByLabel('Path').fill('src/pages/About.jsx')
  await click('button', 'Create file')(page)
  await toast(page, 'src/pages/About.jsx created')
  await page.getByRole('heading', { name: 'src/pages/About.jsx' }).waitFor()
  await pasteInto(code(page, 'src/pages/About.jsx'), 'export const about = "us"\n')
  await page.getByLabel('What changed').fill('Say who we are')
  await screenshot(page, 'source-unsaved')

  // Another page would lose it.
  await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'README.md' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await click('button', 'Stay')(page)
  await click('button', 'Save file')(page)
  await toast(page, 'src/pages/About.jsx saved')
  expect(await read('src/pages/About.jsx')).toBe('export const about = "us"\n')
  await eventually(() => page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0)

  await page.getByRole('link', { name: /^Changed in revision/ }).click()
  const changes = page.getByRole('table', { name: 'Changes' })
  await eventually(() => changes.getByRole('row').count()).toBe(3)
  await screenshot(page, 'source-file-history')
  await changes.getByRole('link', { name: 'Say who we are' }).click()
  await page.getByRole('heading', { name: 'Say who we are' }).waitFor()
  await page.getByText('export const about = "us"').waitFor()
  await screenshot(page, 'source-commit')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Show the whole file' }).click()
  await shows(page, 'src/pages/About.jsx', 'export const about')
  await click('button', 'Restore this text')(page)
  // What somebody writes at the last moment is in the history, and no reason to refuse.
  await api.source.write_file({ app_id: APP, path: 'src/pages/About.jsx' }, { content: 'other' })
  await click('button', 'Restore file')(page)
  await toast(page, 'src/pages/About.jsx restored')
  expect(await read('src/pages/About.jsx')).toBe('export const about = "us"\n')
  await shows(page, 'src/pages/About.jsx', 'export const about')
  await click('button', 'Delete src/pages/About.jsx')(page)
  await page.getByRole('button', { name: 'Delete file', exact: true }).waitFor()
  await click('button', 'Delete file')(page)
  await toast(page, 'src/pages/About.jsx deleted')
  await page.getByText('Choose a file to read it.').waitFor()
  await goTo(page, source('/files/src%2Fpages%2FAbout.jsx'))
  await page.getByRole('heading', { name: 'No such file' }).waitFor()
})
