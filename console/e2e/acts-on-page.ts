import type { Page } from 'playwright-core'

/** The names of what can be pressed, that of the first menu among them. */
export async function actsOn(page: Page): Promise<string[]> {
  const acts = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('button, [role=button], [role=switch], input[type=checkbox]')]
      .filter((node) => node.checkVisibility() && !node.matches('[aria-disabled=true], :disabled'))
      // Choices and switches among the filters of a list only narrow it.
      .filter((node) => !node.matches('[aria-haspopup=listbox], [slot=chevron], search [role=switch]'))
      .map((node) => {
        const name = node.getAttribute('aria-label') ?? node.innerText.trim()
        return node.closest('th[aria-sort]') ? `SORT ${name}` : name
      }),
  )
  const menu = page
    .locator('main [aria-haspopup]:not([aria-haspopup=listbox], [aria-haspopup=dialog])')
    .filter({ visible: true })
    .first()
  if ((await menu.count()) === 0) return acts
  await menu.click()
  await page.getByRole('menu').waitFor()
  const items = await page
    .locator('[role=menuitem]:not([aria-disabled=true])')
    .evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).innerText.split('\n')[0] ?? ''))
  await page.keyboard.press('Escape')
  return [...acts, ...items]
}
