import type { Page, Request } from 'playwright-core'
import { eventually } from './console.ts'

/** Skeletons and spinners stand for what is on its way. */
const ON_ITS_WAY = '[role=status].animate-pulse, .animate-spin'

/** Resolves when a page has all that it asked for and nothing moves any more; to be made before the page asks. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    await eventually(
      async () => open.size + (await page.evaluate(countUnsettled, ON_ITS_WAY)),
      `${page.url()} is at rest`,
    ).toBe(0)
  }
}

/** Colours change in steps when the theme does. */
function countUnsettled(selector: string): number {
  const moving = document.getAnimations().filter((animation) => {
    const end = animation.effect?.getComputedTiming().endTime
    return animation.playState === 'running' && end !== Number.POSITIVE_INFINITY
  })
  return document.querySelectorAll(selector).length + moving.length
}
