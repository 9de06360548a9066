/** From a target of ours to what Playwright looks for. */
import type { Frame, Locator, Page } from 'playwright-core'
import { BrowserFailure, type PageTarget } from './port.ts'

export function locatorIn(frame: Frame, target: PageTarget): Locator {
  const found = allIn(frame, target)
  return target.nth === undefined ? found : found.nth(target.nth)
}

/** All that fit, whatever `nth` says. */
export function allIn(frame: Frame, target: PageTarget): Locator {
  requireOneWay(target)
  const { exact = false } = target
  if (target.role !== undefined) {
    const name = target.name ? { name: target.name, exact } : {}
    // Any word may be a role; one that no element has finds nothing.
    return frame.getByRole(target.role as Parameters<Frame['getByRole']>[0], name)
  }
  if (target.label !== undefined) return frame.getByLabel(target.label, { exact })
  if (target.placeholder !== undefined) return frame.getByPlaceholder(target.placeholder, { exact })
  if (target.text !== undefined) return frame.getByText(target.text, { exact })
  if (target.test_id !== undefined) return frame.getByTestId(target.test_id)
  return frame.locator(`css=${target.css}`)
}

const WAYS = ['role', 'label', 'placeholder', 'text', 'test_id', 'css'] as const

function requireOneWay(target: PageTarget): void {
  if (WAYS.filter((way) => target[way] !== undefined).length !== 1) {
    throw new BrowserFailure('invalid', `A target names exactly one of ${WAYS.join(', ')}.`)
  }
  // It would lead to the other languages of selectors.
  for (const way of ['css', 'role'] as const) {
    if (target[way]?.includes('>>'))
      throw new BrowserFailure('invalid', `The ${way} of a target must not contain >>.`)
  }
}

/** Looked through in this order; a page may have more. */
export function framesOf(page: Page): Frame[] {
  return page.frames().slice(0, MAX_FRAMES)
}

const MAX_FRAMES = 10
const LOOK_MS = 100

/** The first frame that has such an element, waited for until the time is over; then the page itself. */
export async function frameWith(page: Page, target: PageTarget, until: number): Promise<Frame> {
  for (;;) {
    const frames = framesOf(page)
    if (frames.length === 1) return page.mainFrame()
    for (const frame of frames) {
      if ((await locatorIn(frame, target).count().catch(throwUnlessDetached)) > 0) return frame
    }
    if (performance.now() >= until) return page.mainFrame()
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** All frames that have such an element now; the page itself when none has. */
export async function framesWith(page: Page, target: PageTarget): Promise<Frame[]> {
  const frames = framesOf(page)
  if (frames.length === 1) return frames
  const counts = await Promise.all(
    frames.map((frame) => allIn(frame, target).count().catch(throwUnlessDetached)),
  )
  const having = frames.filter((_, at) => (counts[at] ?? 0) > 0)
  return having.length > 0 ? having : [page.mainFrame()]
}

/** Frames come and go while they are looked through. */
function throwUnlessDetached(error: unknown): number {
  if (error instanceof Error && /detached|Execution context|navigat/i.test(error.message)) return 0
  throw error
}
