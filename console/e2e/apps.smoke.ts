import { expect, test } from 'vitest'
import { createApp, createFolder, row, tree } from './app-steps.ts'
import { screenshot, sharedConsole, toast } from './console.ts'

const atrium = sharedConsole()

test('an app created in a new folder lies in it, and is removed from it', async () => {
  const page = await atrium.open()
  await createFolder(page, 'Harvest')
  await page.getByText('This folder is empty').waitFor()
  await createApp(page, 'Apple count')
  await page.getByRole('link', { name: /^Back to / }).click()
  await tree(page).getByRole('link', { name: 'Harvest' }).click()
  await row(page, 'Apple count').waitFor()
  await screenshot(page, 'folder')

  await row(page, 'Apple count').getByRole('button', { name: 'Actions for Apple count' }).click()
  await page.getByRole('menuitem', { name: 'Remove from folder' }).click()
  await toast(page, '1 app removed from the folder')
  await page.getByText('This folder is empty').waitFor()
})

test('an app is changed field by field', async () => {
  const page = await atrium.open()
  await createApp(page, 'Bakery')
  const save = page.getByRole('button', { name: 'Save changes' })
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Description').fill('Bread and who bakes it')
  await page.getByLabel('Published address').fill('https://bakery.example.com')
  await page.getByRole('button', { name: /Who may open it/ }).click()
  await page.getByRole('option', { name: 'Workspace' }).click()
  await page.getByRole('switch', { name: 'Hide who made it' }).check({ force: true })
  await save.click()
  await toast(page, 'Bakery saved')
  await page.reload()
  expect(await page.getByLabel('Description').inputValue()).toBe('Bread and who bakes it')
  expect(await page.getByRole('switch').isChecked()).toBe(true)
  expect(await page.getByRole('link', { name: /Open/ }).getAttribute('href')).toBe(
    'https://bakery.example.com',
  )
  await screenshot(page, 'app')
})
