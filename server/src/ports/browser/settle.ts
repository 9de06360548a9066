/** Waits until what an action set off has come: a new page, or the data that it asks for. */
import type { BrowserContext, Request } from 'playwright-core'
import type { Tabs } from './tabs.ts'

export interface Settling {
  /** From here on requests count as set off by the action. */
  begin(): () => Promise<void>
}

const DATA_MS = 500
const PAGE_MS = 5_000
const LOOK_MS = 20
const MAX_WATCHED = 500
const KINDS = new Set(['document', 'xhr', 'fetch', 'script'])

export function createSettling(context: BrowserContext, tabs: Tabs): Settling {
  const running = new Map<Request, number>()
  let count = 0
  context.on('request', (request) => {
    if (KINDS.has(request.resourceType()) && running.size < MAX_WATCHED) running.set(request, ++count)
  })
  context.on('requestfinished', (request) => running.delete(request))
  context.on('requestfailed', (request) => running.delete(request))
  // Its requests end without a word.
  context.on('page', (page) => page.on('close', () => running.clear()))

  return {
    begin() {
      const since = count
      return async () => {
        const started = performance.now()
        const page = tabs.current()
        // One turn of the page: what its handlers ask for has been asked for then.
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => {})
        const isBusy = (isPage: boolean) =>
          [...running].some(
            ([request, number]) => number > since && (request.resourceType() === 'document') === isPage,
          )
        while (performance.now() - started < PAGE_MS) {
          const isWorthWaiting = isBusy(true) || (isBusy(false) && performance.now() - started < DATA_MS)
          if (!isWorthWaiting) break
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
        }
        const left = PAGE_MS - (performance.now() - started)
        if (count === since || left <= 0) return
        await tabs
          .current()
          .waitForLoadState('domcontentloaded', { timeout: left })
          .catch(() => {})
      }
    },
  }
}
