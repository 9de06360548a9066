import { describe, expect, test } from 'vitest'
import { consoleForFile, eventually, screenshot, toast } from './console.ts'

const atrium = consoleForFile({ role: 'all', rate_limits: 'off' })

describe('the advertising of the demo company', () => {
  const path = () => `/w/${atrium.workspaceId}/apps/app_demo_storefront/ads`

  test('is read day by day, by the keyboard too', async () => {
    const page = await atrium.open(path())
    await page.getByRole('radio', { name: /^Clicks/ }).check({ force: true })
    const chart = page.getByRole('slider', { name: /^Clicks by day/ })
    await chart.focus()
    await page.keyboard.press('Home')
    const first = await chart.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowRight')
    expect(first).toMatch(/^\w+ \d+, 20\d\d: Clicks [\d,]+$/)
    expect(await chart.getAttribute('aria-valuetext')).not.toBe(first)
    await page.getByText('Show the numbers').click()
    const days = page.getByRole('table', { name: 'Clicks by day' }).getByRole('row')
    await eventually(() => days.count()).toBe(31)
    await page.getByRole('button', { name: /^Last 30 days/ }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await eventually(() => days.count()).toBe(8)
  })

  test('has search terms, sorted and downloaded', async () => {
    const page = await atrium.open(`${path()}/search-terms`)
    const table = page.getByRole('table', { name: 'Search terms' })
    await table.getByRole('button', { name: 'Clicks' }).click()
    await eventually(() => page.url()).toContain('sort=clicks')
    // The address is ahead of the page, which decides the direction of the next click.
    await page.locator('th[aria-sort=ascending]').waitFor()
    await table.getByRole('button', { name: 'Clicks' }).click()
    await eventually(() => page.url()).toContain('sort=-clicks')
    await page.locator('th[aria-sort=descending]').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('search-terms-last-30-days.csv')
    const text = (await (await file.createReadStream()).toArray()).join('')
    const [header, ...rows] = text.trimEnd().split('\r\n')
    expect(header).toBe('search_term,campaign,impressions,clicks,spend_eur,conversions')
    expect(rows).toHaveLength((await table.getByRole('row').count()) - 1)

    await page.getByRole('button', { name: /^Last 30 days/ }).click()
    await page.getByRole('option', { name: 'Days of your own' }).click()
    await page.getByLabel('From this day').fill('2026-01-01')
    await page.getByLabel('Until this day').fill('2026-01-02')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No search terms' }).waitFor()
    expect(page.url()).toContain('from=2026-01-01&to=2026-01-02')
  })

  test('gets assets, one of them for a campaign', async () => {
    const page = await atrium.open(`${path()}/assets`)
    await page.getByRole('button', { name: 'Generate' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the business').fill('Harbour & Pine')
    await dialog.getByLabel('What it offers').fill('Oak tables, made to order. Delivered by our own crews.')
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('heading', { name: /^Just made/ }).waitFor()
    // Their order is random. Reported by text and kind: the name of the business is a headline and more.
    const headlines = (list: string) =>
      page
        .getByRole('list', { name: list })
        .getByRole('listitem')
        .filter({ hasText: /Headline/ })
        .filter({ hasNotText: /Long/ })
    const text = (await headlines('Previews').first().getByRole('paragraph').first().textContent()) ?? ''
    const same = { has: page.getByText(text, { exact: true }) }
    await screenshot(page, 'ads-assets')
    await headlines('Previews').filter(same).getByRole('button', { name: 'Accept' }).click()
    await dialog.getByRole('button', { name: 'Linen sofas, autumn Campaign' }).waitFor()
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await toast(page, 'Added to the campaign')
    await headlines('Assets of the campaign').filter(same).waitFor()
  })

  test('says what counts as a conversion, and how to install it', async () => {
    const page = await atrium.open(`${path()}/tracking`)
    await page.getByText('The tag is installed and everything is reported').waitFor()
    await page.getByRole('button', { name: 'New mapping' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /It counts as$/ }).click()
    await page.getByRole('option', { name: 'Phone call' }).click()
    await dialog.getByRole('button', { name: 'Add mapping' }).click()
    await toast(page, 'Mapping added')
    const mapping = page
      .getByRole('list', { name: 'Mappings' })
      .getByRole('listitem')
      .filter({ hasText: 'Phone call' })
    await mapping.waitFor()
    await page.getByRole('list', { name: 'Gaps' }).getByRole('listitem').first().waitFor()
    await page.getByRole('button', { name: 'Make the instruction' }).click()
    const instruction = page.getByRole('textbox', { name: 'Instruction' })
    await instruction.waitFor()
    expect(await instruction.inputValue()).toContain('AW-')
    await page.getByRole('button', { name: 'Copy the instruction' }).waitFor()
    await screenshot(page, 'ads-tracking')
    await mapping.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete mapping' }).click()
    await toast(page, 'Mapping deleted')
    await page.getByText('The tag is installed and everything is reported').waitFor()
  })
})
