/** With TLS the browser adds the credential itself. Certificates of tests are trusted by no session, so one is made by hand. */
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { makeAuthority } from '../../../test/certificates.ts'
import { receiveHttps } from '../../../test/receivers.ts'
import { addCredential } from './add-credential.ts'
import { createFindCredential } from './credential.ts'
import { findBrowser } from './find-browser.ts'
import { createHostRules } from './host-rules.ts'

test('the credential goes to its prefix alone, not along with redirects, nor from pages of other hosts', async () => {
  const seen: string[] = []
  const certificate = makeAuthority('Test authority').issue(['127.0.0.1'])
  const serve = (name: string, target: () => string) =>
    receiveHttps(certificate, ({ method, url, headers }, response) => {
      seen.push(`${name} ${method} ${url} ${headers.authorization ?? 'none'}`)
      if (url === '/api/away') response.writeHead(302, { location: target() }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Here</h1>')
    })
  const other = await serve('other', () => '/')
  const own = await serve('own', () => `https://127.0.0.1:${other.port}/landed`)
  const origin = `https://127.0.0.1:${own.port}`
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env.BROWSER_PATH ?? null).path ?? '',
    args: ['--no-sandbox'],
  })
  onTestFinished(async () => {
    await browser.close()
    await Promise.all([own.close(), other.close()])
  })
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const authorization = { prefix: `${origin}/api/`, token: 'abc' }
  const findCredential = createFindCredential(authorization, createHostRules([], [origin]))
  await addCredential(context, page, authorization, findCredential)

  await page.goto(`${origin}/`)
  await page.evaluate(() => fetch('/api/me', { method: 'POST', body: 'x' }))
  await page.evaluate(() => fetch('/api/own', { headers: { authorization: 'Bearer mine' } }))
  await page.evaluate(() => fetch('/api/key', { headers: { api_key: 'mine' } }))
  await page.goto(`${origin}/api/away`)
  const foreign = `${origin}/api/me`
  await page.evaluate((url) => fetch(url, { method: 'POST', mode: 'no-cors', body: 'x' }), foreign)
  expect(seen.filter((line) => !line.includes('favicon'))).toEqual([
    'own GET / none',
    'own POST /api/me Bearer abc',
    'own GET /api/own Bearer mine',
    'own GET /api/key none',
    'own GET /api/away Bearer abc',
    'other GET /landed none',
    'own POST /api/me none',
  ])
})
