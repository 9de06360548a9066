/** Does one thing with one element. */
import type { Locator, Page } from 'playwright-core'
import { faultOf, isTimeout } from './faults.ts'
import { BrowserFailure, type PageAction, type PageTarget } from './port.ts'
import { frameWith, locatorIn } from './targets.ts'

export async function performAction(page: Page, action: PageAction, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs
  if (action.target === null) {
    if (action.action !== 'press') throw new BrowserFailure('invalid', 'The action needs an element.')
    return page.keyboard.press(requireValue(action))
  }
  const locator = locatorIn(await frameWith(page, action.target, until), action.target)
  await withVisibleOne(locator, async (one) => {
    try {
      await doTo(page, one, action, Math.max(1, until - performance.now()))
    } catch (error) {
      throw isTimeout(error) ? await whyNot(one, action) : error
    }
  })
}

/** The text or value of the one element. */
export async function readElement(page: Page, target: PageTarget, timeoutMs: number): Promise<string> {
  const until = performance.now() + timeoutMs
  const locator = locatorIn(await frameWith(page, target, until), target)
  return withVisibleOne(locator, async (one) => {
    try {
      const timeout = Math.max(1, until - performance.now())
      return (await one.evaluate(textOrValueOf, MOST_READ, { timeout })).trim()
    } catch (error) {
      throw isTimeout(error) ? new BrowserFailure('not_found', NOT_FOUND) : error
    }
  })
}

/** Runs in the page. */
function textOrValueOf(element: Element, most: number): string {
  const isField = element.matches('input,textarea,select')
  const { value } = element as HTMLInputElement
  return String(isField ? value : ((element as HTMLElement).innerText ?? element.textContent)).slice(0, most)
}

const MOST_READ = 10_000
const NOT_FOUND = 'No element of the page fits the target.'

/** Pages often hold the same thing twice, for wide and for narrow windows, and show one. */
async function withVisibleOne<T>(locator: Locator, work: (one: Locator) => Promise<T>): Promise<T> {
  try {
    return await work(locator)
  } catch (error) {
    if (faultOf(error)?.fault !== 'ambiguous') throw error
    const visible = locator.filter({ visible: true })
    if ((await visible.count()) !== 1) throw error
    return work(visible)
  }
}

async function doTo(page: Page, locator: Locator, action: PageAction, timeout: number): Promise<void> {
  switch (action.action) {
    case 'click':
      return locator.click({ timeout })
    case 'double_click':
      return locator.dblclick({ timeout })
    case 'hover':
      return locator.hover({ timeout })
    case 'check':
      return locator.check({ timeout })
    case 'uncheck':
      return locator.uncheck({ timeout })
    case 'fill':
      return locator.fill(requireValue(action), { timeout })
    case 'press':
      return locator.press(requireValue(action), { timeout })
    case 'select':
      return select(page, locator, requireValue(action), timeout)
    case 'upload':
      return upload(page, locator, action.file, timeout)
  }
}

function requireValue({ action, value }: PageAction): string {
  if (value === null) throw new BrowserFailure('invalid', `The action ${action} needs a value.`)
  return value
}

/** A list of the browser, or one that the page draws: opened by a click, with options that take another. */
async function select(page: Page, locator: Locator, value: string, timeout: number): Promise<void> {
  const isNative = await locator.evaluate((element) => element.matches('select'), undefined, { timeout })
  if (isNative) return void (await locator.selectOption(value, { timeout }))
  const option = page.getByRole('option', { name: value, exact: true }).filter({ visible: true })
  if ((await option.count()) === 0) await locator.click({ timeout })
  await option.first().click({ timeout })
}

async function upload(
  page: Page,
  locator: Locator,
  file: PageAction['file'],
  timeout: number,
): Promise<void> {
  if (file === null) throw new BrowserFailure('invalid', 'The action upload needs a file.')
  const chosen = { name: file.name, mimeType: typeOf(file.name), buffer: Buffer.from(file.content) }
  const isField = await locator.evaluate(
    (element) => {
      const field = (element as HTMLLabelElement).control ?? element
      return field.matches('input[type=file]')
    },
    undefined,
    { timeout },
  )
  if (isField) return locator.setInputFiles(chosen, { timeout })
  // A button that opens the window to choose from.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser', { timeout }),
    locator.click({ timeout }),
  ])
  await chooser.setFiles(chosen, { timeout })
}

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

const TYPES: Record<string, string> = {
  ...{ txt: 'text/plain', csv: 'text/csv', html: 'text/html', json: 'application/json', md: 'text/markdown' },
  ...{ svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf', xml: 'text/xml' },
}

/** The time is over: says what it was that did not come. */
async function whyNot(locator: Locator, { action, value }: PageAction): Promise<BrowserFailure> {
  const timeout = 1_000
  try {
    if ((await locator.count()) === 0) return new BrowserFailure('not_found', NOT_FOUND)
    if (action === 'select') {
      const options = await locator.getByRole('option').allTextContents()
      if (!options.some((option) => option.trim() === value))
        return new BrowserFailure('not_found', `The list has no option “${value}”.`)
    }
    if (!(await locator.isVisible()))
      return new BrowserFailure('timed_out', 'The element is there, but not visible.')
    if (await locator.isDisabled({ timeout }))
      return new BrowserFailure('timed_out', 'The element is disabled.')
  } catch (error) {
    return faultOf(error) ?? new BrowserFailure('timed_out', 'The page did not respond in time.')
  }
  return new BrowserFailure(
    'timed_out',
    'The element did not take it in time: something covers it, or it moves.',
  )
}
