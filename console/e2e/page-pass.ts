/** One pass over pages of the console: each in the light, the templates in all looks. */
import type { Page } from 'playwright-core'
import { eventually, goTo, heading } from './console.ts'
import { type ConsolePage, TEMPLATES } from './console-pages.ts'
import { ALL_LOOKS, lookThrough } from './page-looks.ts'

/** Long enough on a busy machine. */
export const MANY_PAGES = { timeout: 480_000 }

/** Rows and list items after the first few have the same elements; most of the time of axe goes into their colours. */
const REPEATED = ['tbody tr:nth-child(n+4)', 'li:nth-child(n+4)']

/** `show` leads to a page; without it the console is not loaded again. */
export async function expectPages(
  page: Page,
  pages: readonly ConsolePage[],
  show: (page: Page, path: string) => Promise<unknown> = goToNext,
): Promise<void> {
  const looker = await lookThrough(page, { exclude: [...REPEATED, 'aside'] })
  // The sidebar is the same on all pages.
  const templates = await lookThrough(page, { exclude: REPEATED })
  for (const { path, title, name } of pages) {
    await show(page, path)
    await heading(page, title)
    if (TEMPLATES.has(name)) await templates.at(name, ALL_LOOKS)
    else await looker.at(name, ['light'])
  }
  looker.expectNothing()
  templates.expectNothing()
}

/** Pages of an app share a heading; each has a title of its own. */
async function goToNext(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await goTo(page, path)
  await eventually(() => page.title()).not.toBe(before)
}
