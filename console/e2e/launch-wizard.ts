/** The steps of launching a campaign, as a person takes them. */
import type { Page } from 'playwright-core'

export const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
export const step = (page: Page, name: string) => page.getByRole('heading', { level: 3, name }).waitFor()
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Through all steps of a smart campaign in the United States, up to the review. */
export async function fillWizard(page: Page, campaignName: string) {
  await step(page, 'What kind of campaign?')
  await page.getByRole('radio', { name: /^Smart/ }).check({ force: true })
  await next(page)
  await step(page, 'What is advertised?')
  await page.getByLabel('Name of the campaign').fill(campaignName)
  await page.getByLabel('Name of the business').fill('Northern Tables')
  await field(page, 'Keyword themes').fill('oak table, dining table')
  await field(page, 'Keyword themes').press('Enter')
  await next(page)
  await step(page, 'Where is it shown?')
  await choosePlace(page, 'chicago', /^Chicago/)
  await next(page)
  await step(page, 'What may it cost?')
  await page.getByLabel(/^Budget a day/).fill('15')
  await next(page)
  await step(page, 'Is everything right?')
}

export async function choosePlace(page: Page, text: string, option: RegExp) {
  await page.getByRole('combobox', { name: 'Place' }).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}
