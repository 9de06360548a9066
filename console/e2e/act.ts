/** What a person does on a page of the console, and the requests that come of it. */
import { allOperations } from '@atrium/contract'
import type { Page, Request } from 'playwright-core'

export const click =
  (role: 'button' | 'link' | 'menuitem' | 'option', name: string | RegExp) => (page: Page) =>
    page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()

/** An item of the menu of something. */
export const choose = (of: string | RegExp, item: string) => async (page: Page) => {
  const name = typeof of === 'string' ? `Actions for ${of}` : of
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** An item of the menu of a folder, which shows while it is pointed at. */
export const chooseOfFolder = (folder: string, item: string) => async (page: Page) => {
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: folder }).hover()
  await choose(folder, item)(page)
}

/** Chooses a value of a select by its label. */
export const select = async (page: Page, label: string | RegExp, option: string | RegExp) => {
  await page.getByRole('button', { name: label }).last().click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Whether this is a request of the operation. */
export function isOf(operation: string, request: Request): boolean {
  const found = allOperations.find(({ name }) => name === operation)
  if (!found) throw new Error(`there is no operation ${operation}`)
  const path = new RegExp(`^${found.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return request.method() === found.method && path.test(new URL(request.url()).pathname)
}
