/** The page that a session looks at: the newest window, and the one before it when that closes. */
import type { BrowserContext, Page } from 'playwright-core'

export interface Tabs {
  current(): Page
  /** Whether the page went somewhere a moment ago: it may be about to do so again. */
  isRestless(): boolean
}

/** A page that opens windows without end gets no more than these. */
const MAX_TABS = 5
const MAX_FRAMES = 150
const RESTLESS_MS = 500

export function createTabs(context: BrowserContext, first: Page, onEnd: (why: string) => void): Tabs {
  const open = [first]
  let current = first
  let movedAt = 0

  function watch(page: Page): void {
    page.on('close', () => {
      const at = open.indexOf(page)
      if (at >= 0) open.splice(at, 1)
      if (page !== current) return
      const before = open.at(-1)
      if (before) current = before
      else onEnd('The page closed its window.')
    })
    page.on('frameattached', () => {
      if (page.frames().length > MAX_FRAMES) onEnd('The page has too many frames.')
    })
    page.on('framenavigated', (frame) => {
      if (page === current && frame === page.mainFrame() && page.url() !== 'about:blank')
        movedAt = performance.now()
    })
    page.on('crash', () => {
      if (page === current) onEnd('The page crashed.')
    })
  }

  context.on('page', (page) => {
    if (page === first) return
    if (open.length >= MAX_TABS) return void page.close().catch(() => {})
    open.push(page)
    current = page
    watch(page)
  })
  // Nobody is there to read them. Leaving a page is what was asked for.
  context.on('dialog', (dialog) => {
    const end = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
    end.catch(() => {}) // its page may be gone
  })
  watch(first)
  return { current: () => current, isRestless: () => performance.now() - movedAt < RESTLESS_MS }
}
