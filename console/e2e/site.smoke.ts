import { expect, test } from 'vitest'
import { eventually, ownerClient, screenshot, sharedConsole, toast } from './console.ts'

const atrium = sharedConsole(/Failed to load resource.*(409|422)/)

const at = { app_id: 'app_demo_orders' }

test('a site is published from the code of its app, previewed, switched back and unpublished', async () => {
  const api = await ownerClient(atrium)
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${at.app_id}/site`)
  await page.getByRole('heading', { name: 'Nothing published yet' }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await dialog.getByText('There is no index.html at the top of these files').waitFor()

  await api.source.write_file({ ...at, path: 'build/index.html' }, { content: '<h1>Orders one</h1>' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('build')
  await dialog.getByRole('textbox', { name: 'What is new' }).fill('The first page')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await toast(page, 'Revision 1 is live')
  const revisions = page.getByRole('list', { name: 'Revisions' }).getByRole('listitem')
  await eventually(() => revisions.allInnerTexts()).toEqual([expect.stringContaining('The first page')])

  await api.source.write_file({ ...at, path: 'build/index.html' }, { content: '<h1>Orders two</h1>' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('build')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await toast(page, 'Revision 2 is live')
  await screenshot(page, 'site-revisions')

  const shows = async (link: ReturnType<typeof page.getByRole>, text: string) => {
    const opened = page.context().waitForEvent('page')
    await link.click()
    const tab = await opened
    await tab.getByRole('heading', { name: text }).waitFor()
    await tab.close()
  }
  const address = page.getByRole('link', { name: new RegExp(`/sites/${at.app_id}/$`) })
  await shows(address, 'Orders two')
  await shows(page.getByRole('link', { name: 'Preview of revision 1' }), 'Orders one')
  await page.getByRole('button', { name: 'Make live: revision 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make live' }).click()
  await toast(page, 'Revision 1 is live')
  await revisions.nth(1).getByText('Live', { exact: true }).waitFor()
  await shows(address, 'Orders one')

  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await toast(page, 'Site unpublished')
  await page.getByText('Not published.').waitFor()
  expect((await api.site.read(at)).url).toBeNull()
})
