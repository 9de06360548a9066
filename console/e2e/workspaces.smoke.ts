import { expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { atHome, eventually, heading, openAs, sharedConsole, toast } from './console.ts'

// The page of a workspace that one has left.
const atrium = sharedConsole(/status of 404/)

test('a workspace is created from the switcher, renamed, handed over and left', async () => {
  const person = await atrium.app.make.person('editor', { id: atrium.workspaceId })
  const page = await openAs(atrium, person, '/')
  await atHome(page)
  await page.getByRole('button', { name: /Switch workspace/ }).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  await dialog.getByLabel('Name').fill('Engines')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('heading', { name: 'No apps yet' }).waitFor()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  const made = new URL(page.url()).pathname.split('/')[2] ?? ''
  expect(made).not.toBe(atrium.workspaceId)

  await page.getByRole('button', { name: /^Switch workspace: ?Engines/ }).click()
  await page.getByRole('menuitem', { name: 'Workspace settings' }).click()
  await heading(page, 'Workspace')
  await page.getByLabel('Name', { exact: true }).fill('Looms')
  await page.getByRole('button', { name: 'Rename' }).click()
  await toast(page, 'Renamed to Looms')
  await page.getByRole('button', { name: /^Switch workspace: ?Looms/ }).waitFor()

  const leave = page.getByRole('button', { name: 'Leave this workspace' })
  expect(await leave.getAttribute('aria-disabled')).toBe('true')
  const heir = await atrium.app.make.person('editor', { id: made })
  await page.getByRole('button', { name: 'Hand over…' }).click()
  await page.getByLabel('Email of an admin or editor').fill(heir.email)
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  await toast(page, `${heir.email} owns the workspace`)
  await eventually(() => leave.getAttribute('aria-disabled')).toBeNull()
  await leave.click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' })
  await confirm.waitFor()
  await expectAccessible(page)
  await confirm.click()
  await atHome(page)
  expect(new URL(page.url()).pathname).toBe(`/w/${atrium.workspaceId}`)
  await page.goto(`/w/${made}/apps`)
  await heading(page, 'Page not found')
})
