import type { BrowserContext, Page } from 'playwright-core'
import type { FindCredential } from './credential.ts'
import type { SessionOptions } from './port.ts'

/**
 * Requests with TLS pass through the proxy unread, so the browser adds the credential itself; the proxy adds it to those
 * without. Not by Playwright's routes: what they add follows a redirect to any other host.
 */
export async function addCredential(
  context: BrowserContext,
  first: Page,
  authorization: SessionOptions['authorization'],
  findCredential: FindCredential,
): Promise<void> {
  const prefix = authorization && URL.parse(authorization.prefix)
  if (prefix?.protocol !== 'https:') return
  const urlPattern = `${prefix.href.replaceAll(/[*?\\]/g, '\\$&')}*`

  async function attach(page: Page): Promise<void> {
    const browser = await context.newCDPSession(page)
    browser.on('Fetch.requestPaused', ({ requestId, request: { url, method, headers } }) => {
      const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const value = findCredential({ url, method, header: (name) => named.get(name) })
      if (value !== null) named.set('authorization', value)
      const sent = value === null ? {} : { headers: [...named].map(([name, value]) => ({ name, value })) }
      browser.send('Fetch.continueRequest', { requestId, ...sent }).catch(() => {}) // its page may be gone
    })
    await browser.send('Fetch.enable', { patterns: [{ urlPattern }] })
  }

  context.on('page', (page) => {
    if (page !== first) attach(page).catch(() => {}) // it may be closed already
  })
  await attach(first)
}
