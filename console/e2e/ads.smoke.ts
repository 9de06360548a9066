import { expect, test } from 'vitest'
import { ownerClient, screenshot, sharedConsole, toast } from './console.ts'
import { fillWizard, next, step } from './launch-wizard.ts'

const atrium = sharedConsole()

test('the wizard launches a campaign step by step', async () => {
  const api = await ownerClient(atrium)
  const { id: app_id } = await api.apps.create({ name: 'Tables' })
  await api.apps.update({ app_id }, { published_url: 'https://tables.example.com/' })
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${app_id}/ads`)
  await page.getByRole('button', { name: 'Launch a campaign' }).first().click()
  await step(page, 'What kind of campaign?')
  await next(page)
  await page.getByText('Choose one.').waitFor()
  await screenshot(page, 'ads-launch-type')
  await fillWizard(page, 'Tables in Chicago')
  await page.getByText('Chicago, Illinois, United States').waitFor()
  await screenshot(page, 'ads-launch-review')
  await page.getByRole('button', { name: 'Launch', exact: true }).click()
  await toast(page, 'Tables in Chicago launched')
  await page.getByRole('heading', { level: 2, name: 'Tables in Chicago' }).waitFor()
  await page.getByText('Waiting for conversion tracking').waitFor()
  await page.getByText('Chicago, Illinois, United States').waitFor()
  await screenshot(page, 'ads-campaign-waiting')

  const { items } = await api.campaigns.list({ app_id }, {})
  expect(items).toMatchObject([
    {
      campaign_name: 'Tables in Chicago',
      campaign_type: 'SMART',
      daily_budget_micros: 15_000_000,
      landing_page: 'https://tables.example.com/',
      keyword_themes: ['oak table', 'dining table'],
      pause_reason: 'tracking_pending',
    },
  ])
})
