import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules whose outcome depends on colours; the others read the same document in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Nothing that axe knows of keeps somebody from using the page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
}

/** Violations that axe finds on the page, outside of `exclude`: by all rules, by those about colours only, or by the others. */
export async function violationsOf(
  page: Page,
  about: 'all' | 'colours' | 'rest' = 'all',
  exclude: readonly string[] = [],
): Promise<string[]> {
  // A dialog covers the page a moment before what is in it has loaded.
  await page
    .getByRole('main')
    .or(page.getByRole('dialog'))
    .or(page.getByRole('alertdialog'))
    .first()
    .waitFor()
  // The script stays while pages are shown without loading the console again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  // Only rules that are off by default read style sheets.
  const options: RunOptions = { resultTypes: ['violations'], preload: false }
  if (about === 'colours') options.runOnly = { type: 'rule', values: COLOUR_RULES }
  if (about === 'rest') options.rules = Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }]))
  const results: AxeResults = await page.evaluate(
    (given) =>
      // biome-ignore lint/suspicious/noExplicitAny: the script puts itself there.
      (globalThis as any).axe.run({ include: document, exclude: given.exclude }, given.options),
    // Not what react-aria has just announced: it stays there for seconds after the button that it names is gone.
    { options, exclude: ['[data-live-announcer]', ...exclude].map((selector) => [selector]) },
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}
