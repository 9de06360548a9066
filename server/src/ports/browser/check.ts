/** Looks again and again whether what is expected has come true. */
import type { Locator, Page } from 'playwright-core'
import { BrowserFailure, type PageExpectation } from './port.ts'
import { allIn, framesOf, framesWith, frameWith, locatorIn } from './targets.ts'

export interface Checked {
  holds: boolean
  actual: string
}

const LOOK_MS = 100
/** Elements whose state is asked for at a time, with a call for each. */
const STATES_AT_ONCE = 20
/** Of more than these nobody waits for each. */
const MAX_STATES = 1_000

/** `look` runs one look within bounds, so that a page which hangs costs no more than the time. */
export async function checkExpectation(
  page: () => Page,
  expectation: PageExpectation,
  timeoutMs: number,
  look: (work: () => Promise<Checked>, milliseconds: number) => Promise<Checked>,
): Promise<Checked> {
  const until = performance.now() + timeoutMs
  let last: Checked | null = null
  for (;;) {
    try {
      last = await look(() => observe(page(), expectation), Math.max(LOOK_MS, until - performance.now()))
      if (last.holds) return last
    } catch (error) {
      if (!isPassing(error)) throw error
      // It may well have been seen before the page stopped to respond.
      if (performance.now() >= until) {
        if (last) return last
        throw error
      }
    }
    if (performance.now() >= until) return last ?? { holds: false, actual: 'The page did not come to rest.' }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** The page moves on while it is looked at. */
function isPassing(error: unknown): boolean {
  return error instanceof BrowserFailure && error.fault === 'timed_out'
}

async function observe(page: Page, expectation: PageExpectation): Promise<Checked> {
  const { expect, target, value } = expectation
  if (expect === 'url') return { holds: isAddress(page.url(), value ?? ''), actual: page.url() }
  if (expect === 'title') {
    const title = await page.title()
    return { holds: contains(title, value ?? ''), actual: title }
  }
  if (target === null) return observeText(page, expectation)
  if (expect === 'count') {
    const counts = await Promise.all(
      (await framesWith(page, target)).map((frame) => allIn(frame, target).count()),
    )
    const count = counts.reduce((sum, one) => sum + one, 0)
    return { holds: count === expectation.count, actual: String(count) }
  }
  // `nth` counts within a frame, so that it names one element: that of the first frame which has it.
  const frames =
    target.nth === undefined ? await framesWith(page, target) : [await frameWith(page, target, 0)]
  const observed = await Promise.all(
    frames.map((frame) => observeElements(locatorIn(frame, target), expectation)),
  )
  return together(observed, expect)
}

/** What is expected of one element holds when it holds in one frame, what is expected of all when it holds in each. */
function together(observed: readonly Checked[], expect: PageExpectation['expect']): Checked {
  const isOfAll = expect === 'hidden' || expect === 'disabled' || expect === 'unchecked'
  const [first] = observed
  if (!first) throw new Error('A page has a frame.')
  return observed.find(({ holds }) => holds !== isOfAll) ?? first
}

/** Texts anywhere on the page. */
async function observeText(page: Page, { expect, value }: PageExpectation): Promise<Checked> {
  if (!['visible', 'hidden', 'text'].includes(expect) || value === null) {
    throw new BrowserFailure('invalid', `To expect ${expect} an element must be named.`)
  }
  const texts = await Promise.all(
    framesOf(page).map((frame) => frame.evaluate(() => (document.body?.innerText ?? '').slice(0, 1_000_000))),
  )
  const isThere = texts.some((text) => contains(text, value))
  return {
    holds: isThere === (expect !== 'hidden'),
    actual: isThere ? 'The page shows the text.' : 'The page does not show the text.',
  }
}

async function observeElements(
  locator: Locator,
  { expect, value, target }: PageExpectation,
): Promise<Checked> {
  const count = await locator.count()
  const isVisible = (await locator.filter({ visible: true }).count()) > 0
  const seen = isVisible ? 'visible' : count > 0 ? 'hidden' : 'not on the page'
  if (expect === 'visible') return { holds: isVisible, actual: seen }
  if (expect === 'hidden') return { holds: !isVisible, actual: seen }
  if (count === 0) return { holds: false, actual: seen }
  if (expect === 'text' || expect === 'value') {
    const found = await locator.evaluateAll(textsOrValues, expect === 'value')
    const fits = (text: string) =>
      expect === 'value' || target?.exact ? plain(text) === plain(value ?? '') : contains(text, value ?? '')
    return { holds: found.some(fits), actual: found.map(plain).find(fits) ?? plain(found[0] ?? '') }
  }
  if (count > MAX_STATES)
    throw new BrowserFailure('ambiguous', `More than ${MAX_STATES} elements of the page fit the target.`)
  const timeout = 1_000
  if (expect === 'enabled' || expect === 'disabled') {
    const isEnabled = await isSome(locator, count, (one) => one.isEnabled({ timeout }))
    return { holds: isEnabled === (expect === 'enabled'), actual: isEnabled ? 'enabled' : 'disabled' }
  }
  const isChecked = await isSome(locator, count, (one) => one.isChecked({ timeout }))
  return { holds: isChecked === (expect === 'checked'), actual: isChecked ? 'checked' : 'unchecked' }
}

async function isSome(
  locator: Locator,
  count: number,
  test: (one: Locator) => Promise<boolean>,
): Promise<boolean> {
  for (let from = 0; from < count; from += STATES_AT_ONCE) {
    const length = Math.min(STATES_AT_ONCE, count - from)
    const some = Array.from({ length }, (_, more) => locator.nth(from + more))
    if ((await Promise.all(some.map(test))).some(Boolean)) return true
  }
  return false
}

/** Runs in the page. Of texts without end the rest is left out. */
function textsOrValues(elements: Element[], wantsValue: boolean): string[] {
  let left = 1_000_000
  return elements.slice(0, 1_000).map((element) => {
    const isField = element.matches('input,textarea,select')
    const { value } = element as HTMLInputElement
    const isList = element.matches('select') && !wantsValue
    const chosen = (element as HTMLSelectElement).selectedOptions?.[0]?.label ?? ''
    const text = isList
      ? chosen
      : isField
        ? value
        : ((element as HTMLElement).innerText ?? element.textContent)
    const short = String(text).slice(0, Math.min(10_000, left))
    left -= short.length
    return short
  })
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** As people read: neither case nor line breaks count. */
function contains(text: string, part: string): boolean {
  return plain(text).toLowerCase().includes(plain(part).toLowerCase())
}

/** A path is compared with the path, with its query if it has one; a whole address with the whole; else a part is enough. */
function isAddress(address: string, wanted: string): boolean {
  const url = URL.parse(address)
  if (!url || !wanted.startsWith('/')) {
    const whole = URL.parse(wanted)?.href
    return whole === undefined ? address.includes(wanted) : withoutSlash(address) === withoutSlash(whole)
  }
  const forms = [
    url.pathname,
    url.pathname + url.search,
    url.pathname + url.search + url.hash,
    url.pathname + url.hash,
  ]
  return forms.some((form) => withoutSlash(form) === withoutSlash(wanted))
}

function withoutSlash(text: string): string {
  return text.length > 1 ? text.replace(/\/$/, '') : text
}
