/** As list-steps.ts, for what security scans found. */
import type { Page } from 'playwright-core'
import { click } from './act.ts'
import { showFindings } from './acts-of-scans.ts'
import { CURSOR, fill, type List } from './list-steps.ts'

const nextPage = click('button', 'Next')

/** One of a filter that takes several. */
const chooseIn = (label: string, option: RegExp) => async (page: Page) => {
  await page.getByRole('search').getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
  await page.keyboard.press('Escape')
  await page.waitForURL(new RegExp(`${label.toLowerCase()}=`))
}

/** `app` is the path of an app with two ignored findings in files below `src`. */
export function securityLists(app: string): List[] {
  const page = { limit: '50' }
  return [
    {
      path: `${app}/security/ignored`,
      operation: 'findings.list_ignored',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'looks for a file',
          act: fill('Search ignored findings', 'SRC/'),
          asks: { ...page, search: 'SRC/' },
        },
        {
          does: 'turns the page of what was found',
          act: nextPage,
          asks: { ...page, search: 'SRC/', cursor: CURSOR },
        },
        {
          does: 'looks for what is not there, from the first page',
          act: fill('Search ignored findings', 'nothing'),
          asks: { ...page, search: 'nothing' },
        },
        { does: 'clears the filter', act: click('button', 'Clear filters'), asks: null },
      ],
    },
    {
      path: `${app}/security?finding=none`,
      operation: 'scans.read',
      view: 'FindingsView',
      opens: {},
      steps: [
        { does: 'shows what a scan found', act: showFindings, asks: null },
        { does: 'shows those of a severity', act: chooseIn('Severity', /^High/), asks: null },
        { does: 'shows those of a group', act: chooseIn('Group', /^Entity rules/), asks: null },
        {
          does: 'shows ignored ones too',
          async act(at) {
            await at.getByRole('switch', { name: 'Show ignored' }).click({ force: true })
            await at.waitForURL(/ignored=on/)
          },
          asks: null,
        },
      ],
    },
  ]
}
