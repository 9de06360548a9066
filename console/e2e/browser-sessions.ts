/** Signs in for the pages of a console, collects their errors and detaches their routes. */
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** The cookies of a person, signed in once: signing in is limited per minute. */
export function rememberSignIn(
  browser: Browser,
  baseURL: string,
  owner: { email: string; password: string },
) {
  let state: ReturnType<BrowserContext['storageState']> | undefined
  return () => {
    state ??= (async () => {
      const context = await browser.newContext({ baseURL })
      const answer = await context.request.post('/api/auth/login', { data: owner })
      if (!answer.ok()) throw new Error(`signing in failed: ${answer.status()} ${await answer.text()}`)
      const stored = await context.storageState()
      await context.close()
      return stored
    })()
    return state
  }
}

/** A page asks to the last: an answer that a test gives to a closed one would be an error outside of every test. */
export async function stopAnswering(page: Page) {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Errors, warnings and refusals of the content security policy; the last are errors in Chromium's console too. */
export function listen(page: Page, found: string[]) {
  page.on('pageerror', (error) => found.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    found.push(`${message.type()}: ${message.text()} ${new URL(message.location().url || 'about:').pathname}`)
  })
}
