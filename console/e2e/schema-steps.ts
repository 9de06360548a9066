/** Steps of the tests of schemas and rules. */
import type { Page } from 'playwright-core'

/** The row of a field. */
export const field = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Fields' })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

/** Chooses a value of a select in the dialog. */
export async function choose(page: Page, label: string | RegExp, option: string) {
  await page.getByRole('dialog').getByRole('button', { name: label }).last().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
