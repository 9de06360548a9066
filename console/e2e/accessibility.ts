import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Nothing that axe knows of keeps somebody from using the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // A dialog covers the page a moment before what is in it has loaded.
  await page
    .getByRole('main')
    .or(page.getByRole('dialog'))
    .or(page.getByRole('alertdialog'))
    .first()
    .waitFor()
  await page.evaluate(AXE)
  const results: AxeResults = await page.evaluate(() =>
    // biome-ignore lint/suspicious/noExplicitAny: the script puts itself there.
    (globalThis as any).axe.run(
      // Not what react-aria has just announced: it stays there for seconds after the button that it names is gone.
      { include: document, exclude: '[data-live-announcer]' },
      { resultTypes: ['violations'] },
    ),
  )
  const found = results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}
