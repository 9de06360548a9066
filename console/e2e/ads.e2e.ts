import { describe, expect, test } from 'vitest'
import {
  consoleForFile,
  crumb,
  eventually,
  expectNoSidewaysScroll,
  focused,
  openAs,
  PHONE,
  screenshot,
  toast,
} from './console.ts'
import { choosePlace, field, fillWizard, next, step } from './launch-wizard.ts'

// Tests ask for launches that are refused, lost or come a second time.
const atrium = consoleForFile({ role: 'all', rate_limits: 'off' }, /status of (400|402|403|409|503)/)

/** A published app of the demo company, and its owner's client. */
async function addApp(name = 'Tables', published = 'https://tables.example.com/') {
  const owner = await atrium.app.make.person('owner', { id: atrium.workspaceId })
  const client = atrium.app.as(owner)
  const { id } = await client.apps.create({ name })
  await client.apps.update({ app_id: id }, { published_url: published })
  return { id, name, owner, client, path: `/w/${atrium.workspaceId}/apps/${id}/ads` }
}

type Shop = Awaited<ReturnType<typeof addApp>>

const CAMPAIGN = {
  campaign_type: 'SMART' as const,
  daily_budget_micros: 15_000_000,
  landing_page: 'https://tables.example.com/',
  business_name: 'Northern Tables',
  keyword_themes: ['oak table', 'dining table'],
  geo_targets: ['geoTargetConstants/2840'],
}

/** A campaign made past the console. */
async function launched({ id, client }: Shop, campaign_name: string) {
  const { campaign } = await client.ads.launch({ app_id: id }, { campaign: { ...CAMPAIGN, campaign_name } })
  return campaign
}

const campaignsOf = async ({ id, client }: Shop) => (await client.campaigns.list({ app_id: id }, {})).items

const setCard = (card: 'ok' | 'none') =>
  atrium.app.sql`update workspaces set payment_method = ${card} where id = ${atrium.workspaceId}`

describe('advertising', () => {
  test('says what is missing and where to mend it', async () => {
    const shop = await addApp('Unpublished')
    await shop.client.apps.update({ app_id: shop.id }, { published_url: null })
    const page = await atrium.open(shop.path)
    await page.getByRole('heading', { name: 'Before you can launch' }).waitFor()
    await page.getByText('The app has no published address yet.').waitFor()
    await page.getByText('Opened by the first launch, in').waitFor()
    await screenshot(page, 'ads-not-ready')
    await page.getByRole('link', { name: 'Give it one in the settings' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  test('is for those who can edit the app', async () => {
    const shop = await addApp()
    const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
    const page = await openAs(atrium, viewer, shop.path)
    await page.getByRole('heading', { name: 'For editors' }).waitFor()
    expect(await page.getByRole('link', { name: 'Advertising' }).count()).toBe(0)
  })
})

describe('the wizard', () => {
  test('asks for the declaration in the EU, and says at the field what the platform refuses', async () => {
    const shop = await addApp('Crumbs', 'https://crumbs.uncrawlable.test/')
    const page = await atrium.open(`${shop.path}/launch`)
    await fillWizard(page, 'Bread')
    await page.getByRole('button', { name: 'Change places' }).click()
    await step(page, 'Where is it shown?')
    await choosePlace(page, 'köln', /^Köln/)
    await next(page)
    await step(page, 'What may it cost?')
    await next(page)
    await step(page, 'Is it political?')
    await next(page)
    await page.getByText('Choose one of the two.').first().waitFor()
    await screenshot(page, 'ads-launch-eu')
    await page.getByRole('radio', { name: /^No/ }).check({ force: true })
    await next(page)
    await step(page, 'Is everything right?')

    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await step(page, 'What is advertised?')
    const landingPage = page.getByRole('textbox', { name: 'Landing page' })
    await eventually(() => landingPage.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('The advertising account was opened and stays').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'landing_page',
    )
    await screenshot(page, 'ads-launch-refused')
    await landingPage.fill('https://crumbs.example.com/')
    for (const title of [
      'Where is it shown?',
      'What may it cost?',
      'Is it political?',
      'Is everything right?',
    ]) {
      await next(page)
      await step(page, title)
    }
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await toast(page, 'Bread launched')
    expect(await campaignsOf(shop)).toMatchObject([{ contains_eu_political_advertising: false }])
  })

  test('launches once, however often the button is pressed and the page is loaded', async () => {
    const shop = await addApp()
    const page = await atrium.open(`${shop.path}/launch`)
    const drafts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/launch') && request.method() === 'POST')
        drafts.push(request.postDataJSON().campaign.draft_id)
    })
    await fillWizard(page, 'Only once [unavailable]')
    const launch = page.getByRole('button', { name: 'Launch', exact: true })
    await launch.dblclick()
    await page.getByText('The ad platform cannot be reached').waitFor()
    await page.reload()
    await step(page, 'Is everything right?')
    await launch.click()
    await page.getByText('The ad platform cannot be reached').waitFor()
    expect(drafts.length).toBeGreaterThanOrEqual(2)
    expect(new Set(drafts).size).toBe(1)

    await page.getByRole('button', { name: 'Change campaign' }).click()
    await page.getByLabel('Name of the campaign').fill('Only once')
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click()
    await step(page, 'Is everything right?')
    // Another window sends the same draft a moment earlier.
    const sent = page.waitForRequest((request) => request.url().endsWith('/launch'))
    await page.route('**/launch', async (route) => {
      // It has a key of its own: a repeat of this very request would only get its answer again.
      await route.fetch({ headers: { ...route.request().headers(), 'idempotency-key': 'another-window' } })
      await route.continue()
    })
    await launch.click()
    await sent
    await page.getByText('This campaign was launched already').waitFor()
    expect(new Set(drafts).size).toBe(1)
    expect(await campaignsOf(shop)).toHaveLength(1)
    await page.getByRole('link', { name: 'Open it' }).click()
    await page.getByRole('heading', { level: 2, name: 'Only once' }).waitFor()
  })

  test('explains a missing card', async () => {
    const shop = await addApp()
    await setCard('none')
    try {
      const page = await atrium.open(`${shop.path}/launch`)
      await page.getByText('The workspace has no valid card.').waitFor()
      await fillWizard(page, 'Unpaid')
      await page.getByRole('button', { name: 'Launch', exact: true }).click()
      await page.getByRole('alert').filter({ hasText: 'A card is missing' }).waitFor()
      await screenshot(page, 'ads-launch-no-card')
      expect(await campaignsOf(shop)).toEqual([])
    } finally {
      await setCard('ok')
    }
  })
})

describe('a launch whose answer is lost', () => {
  test('is found, and said to exist', async () => {
    const shop = await addApp()
    const page = await atrium.open(`${shop.path}/launch`)
    await fillWizard(page, 'Perhaps [timeout-applied]')
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await page.getByRole('heading', { name: 'The campaign was created' }).waitFor()
    await page.getByRole('link', { name: 'Open Perhaps [timeout-applied]' }).click()
    await page.getByRole('heading', { level: 2, name: 'Perhaps [timeout-applied]' }).waitFor()
    expect(await campaignsOf(shop)).toHaveLength(1)
    // The next launch is another one.
    await page.goto(`${shop.path}/launch`)
    await step(page, 'What kind of campaign?')
    expect(await page.getByRole('radio', { name: /^Smart/ }).isChecked()).toBe(false)
  })

  test('says what happened and what not to do, until it is known', async () => {
    const shop = await addApp()
    const page = await atrium.open(`${shop.path}/launch`)
    await fillWizard(page, 'Gone [timeout-lost]')
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await page.getByRole('heading', { name: 'Nobody knows yet whether it was launched' }).waitFor()
    await page.getByText('Do not launch it again.').waitFor()
    await screenshot(page, 'ads-launch-unknown')
    await page.getByRole('button', { name: 'Open the campaigns' }).click()
    const notice = page.getByRole('note').filter({ hasText: 'Gone [timeout-lost]' })
    await notice.getByText('What became of a launch is not known yet').waitFor()
    await screenshot(page, 'ads-campaigns-unknown')
    // Atrium has looked long enough: the list says so without being asked.
    await atrium.app.sql`update ad_launches set state = 'released' where app_id = ${shop.id}`
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor()
    await page.goto(`${shop.path}/launch/unknown?name=${encodeURIComponent('Gone [timeout-lost]')}`)
    await page.getByRole('heading', { name: 'The campaign was not created' }).waitFor()
    await page.getByRole('button', { name: 'Back to the draft' }).click()
    await step(page, 'Is everything right?')
  })
})

describe('a campaign', () => {
  test('is changed, paused, resumed and deleted, each after a question', async () => {
    const shop = await addApp()
    const { id } = await launched(shop, 'Oak tables')
    const page = await atrium.open(`${shop.path}/campaigns/${id}`)
    await page.getByRole('button', { name: 'Change budget a day' }).click()
    await page.getByLabel(/^Budget a day/).fill('0.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This is less than allowed.').waitFor()
    await page.getByLabel(/^Budget a day/).fill('22')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Campaign changed')
    await page.getByRole('definition').filter({ hasText: '22.00' }).waitFor()

    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
    await toast(page, 'Oak tables paused')
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await screenshot(page, 'ads-campaign-resume')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click()
    await toast(page, 'Oak tables resumed')
    expect(await campaignsOf(shop)).toMatchObject([{ status: 'ENABLED', daily_budget_micros: 22_000_000 }])

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await toast(page, 'Oak tables deleted')
    await page.getByText('This campaign was deleted. Its figures stay').waitFor()
    const pause = page.getByRole('button', { name: 'Resume', exact: true })
    expect(await pause.getAttribute('aria-disabled')).toBe('true')
    await crumb(page, 'Campaigns').click()
    await page
      .getByRole('row')
      .filter({ hasText: 'Oak tables' })
      .getByRole('cell', { name: 'Deleted' })
      .waitFor()
  })

  test('whose deletion got no answer is marked until it is known', async () => {
    const shop = await addApp()
    const { id } = await launched(shop, 'Benches [delete-timeout-lost]')
    const page = await atrium.open(`${shop.path}/campaigns/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await toast(page, 'The ad platform did not say whether it happened')
    await page.getByText('Deleting it was sent, and the ad platform did not say').waitFor()
    await screenshot(page, 'ads-campaign-unsettled')
    const remove = page.getByRole('button', { name: 'Delete', exact: true })
    expect(await remove.getAttribute('aria-disabled')).toBe('true')
  })
})

test('the wizard fits a phone, and works without a mouse', async () => {
  const shop = await addApp()
  const page = await atrium.open(`${shop.path}/launch`, PHONE)
  await step(page, 'What kind of campaign?')
  await page.getByRole('radio', { name: /^Smart/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await step(page, 'What is advertised?')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('What is advertised?')
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Name of the campaign').fill('By keys')
  await page.getByLabel('Name of the business').fill('Northern Tables')
  await page.keyboard.press('Enter')
  await page.getByText('Add at least one theme.').waitFor()
  await focused(field(page, 'Keyword themes'))
  await field(page, 'Keyword themes').fill('oak table')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await step(page, 'Where is it shown?')
  await page.getByRole('combobox', { name: 'Place' }).fill('osaka')
  await page
    .getByRole('option', { name: /^Osaka/ })
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Chosen places' }).getByText('Osaka').waitFor()
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'phone-ads-launch-places')
})
