import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Console,
  eventually,
  expectNoComplaints,
  expectToFit,
  heading,
  screenshot,
  startConsole,
  toast,
} from './console.ts'

const records = new Map<string, string[]>()
let atrium: Console
let token: string
beforeAll(async () => {
  atrium = await startConsole(
    { rate_limits: 'off' },
    { domainProofs: { texts: async (name) => records.get(name) ?? [], file: async () => null } },
  )
  token = (await atrium.app.anonymous.session.create(atrium)).token
})
afterAll(() => atrium?.stop())
afterEach(() => expectNoComplaints(atrium, /Failed to load resource.*(409|422)/))

const at = { app_id: 'app_demo_orders' }
const api = () => atrium.app.as(token)
const tab = (appId = at.app_id) => `/w/${atrium.workspaceId}/apps/${appId}/site`

describe('the site of an app', () => {
  test('gets a domain once it is proved, and loses it', async () => {
    const page = await atrium.open(tab('app_demo_storefront'))
    await page.getByRole('button', { name: 'Add a domain' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('127.0.0.1')
    await dialog.getByRole('button', { name: 'Add domain' }).click()
    await dialog.getByText('Send the name of a domain').waitFor()
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('Shop.Example.org')
    await dialog.getByRole('button', { name: 'Add domain' }).click()
    await toast(page, 'shop.example.org added')
    const row = page.getByRole('list', { name: 'Domains' }).getByRole('listitem')
    await row.getByText('_atrium.shop.example.org').waitFor()
    await row.getByRole('button', { name: /^Copy the value/ }).waitFor()
    await screenshot(page, 'site-domain')

    await row.getByRole('button', { name: 'Verify shop.example.org' }).click()
    await row.getByText('Neither the DNS record nor the file was found').waitFor()
    const [added] = (await api().domains.list({ app_id: 'app_demo_storefront' })).items
    records.set('_atrium.shop.example.org', [added?.verification.dns.value ?? ''])
    await row.getByRole('button', { name: 'Verify shop.example.org' }).click()
    await toast(page, 'shop.example.org is verified')
    await row.getByText('Verified').waitFor()
    await page.getByRole('link', { name: 'https://shop.example.org/' }).waitFor()

    await row.getByRole('button', { name: 'Remove shop.example.org' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'shop.example.org removed')
    await page.getByText('No domains.').waitFor()
  })

  test('fits a phone and the dark', async () => {
    const { id } = await api().domains.add({ app_id: 'app_demo_storefront' }, { domain: 'a.example.org' })
    const shown = (page: Page) => page.getByRole('list', { name: 'Revisions' }).waitFor()
    await expectToFit(atrium, [{ name: 'site', path: tab('app_demo_storefront'), shown }])
    await api().domains.remove({ app_id: 'app_demo_storefront', domain_id: id })
  })
})

/** What a script of a site tries at the origin of the console; each line says what came of it. */
const TRIES = `
const say = (line) => document.body.append(Object.assign(document.createElement('p'), { textContent: line }))
const failing = (work) => { try { return String(work()) } catch (error) { return error.name } }
say('origin ' + self.origin)
say('cookie ' + failing(() => document.cookie))
say('storage ' + failing(() => localStorage.length))
say('worker ' + failing(() => navigator.serviceWorker))
const send = async (name, path, init) => {
  try {
    const answer = await fetch(path, { credentials: 'include', ...init })
    say(name + ' ' + answer.status)
  } catch (error) {
    say(name + ' ' + error.name)
  }
}
await send('read', '/api/auth/me', {})
await send('change', '/api/auth/logout', { method: 'POST' })
await send('without the cookie', '/api/auth/me', { credentials: 'omit' })
const frame = document.createElement('iframe')
frame.src = '/'
frame.onload = () => say('frame ' + failing(() => frame.contentDocument === null ? 'closed' : 'open'))
document.body.append(frame)
say('done')
`

test('a page of a site acts with neither cookie nor storage of the console', async () => {
  const { id: app_id } = await api().apps.create(
    { name: 'Curious' },
    { query: { workspaceId: atrium.workspaceId } },
  )
  await api().site.publish(
    { app_id },
    {
      files: [
        {
          path: 'index.html',
          content:
            '<!doctype html><link rel="stylesheet" href="s.css"><body><h1>Curious</h1><script type="module" src="tries.js"></script>',
        },
        { path: 'tries.js', content: TRIES },
        { path: 's.css', content: 'h1 { color: rgb(1, 2, 3) }' },
      ],
    },
  )
  const page = await atrium.open(`/sites/${app_id}/`)
  const said = () => page.getByRole('paragraph').allInnerTexts()
  await eventually(said).toContain('done')
  // The last that it says, and that the browser complains of.
  await eventually(said).toContainEqual(expect.stringMatching(/^frame /))
  expect(await said()).toEqual(
    expect.arrayContaining([
      'origin null',
      'cookie SecurityError',
      'storage SecurityError',
      'read TypeError',
      'change TypeError',
      'without the cookie 401',
    ]),
  )
  // Its own files load, although they come from an origin that is not its own.
  expect(await page.getByRole('heading').evaluate((it) => getComputedStyle(it).color)).toBe('rgb(1, 2, 3)')
  expect((await said()).join()).not.toMatch(/frame open|storage \d|read \d|change \d/)
  atrium.complaints()
  // Nothing of it ended the session of the console.
  const home = await atrium.open()
  await heading(home, 'All apps')
  // As a script of the console, which its policy would allow from this host, the file is not found.
  const status = await home.evaluate(async (path) => (await fetch(path)).status, `/sites/${app_id}/tries.js`)
  expect(status).toBe(404)
  atrium.complaints()
})
