import { expect, test } from 'vitest'
import type { PageAction, SessionOptions } from '../port.ts'
import { createFakeBrowsers, FAKE_JPEG, FAKE_TRACE, type FakeSite } from './fake-browser.ts'

const SITE: FakeSite = {
  '/': {
    title: 'Shop',
    nodes: [
      { role: 'link', name: 'Cart', href: '/cart' },
      { role: 'textbox', name: 'Email' },
      {
        role: 'button',
        name: 'Send',
        does: { click: { show: [{ role: 'status', name: 'Sent' }], console_errors: ['oops'] } },
      },
      { role: 'combobox', name: 'Size', options: ['S', 'L'] },
      { role: 'checkbox', name: 'Terms' },
      { role: 'button', name: 'Crash', does: { click: { crash: true } } },
    ],
  },
  '/cart': { title: 'Cart', nodes: [{ role: 'heading', name: 'Your cart' }] },
}

const settings = (fields: Partial<SessionOptions> = {}): SessionOptions => ({
  hosts: ['shop.test'],
  ownOrigins: [],
  authorization: null,
  secrets: [],
  signal: new AbortController().signal,
  ...fields,
})
const act = (action: PageAction['action'], role: string, name: string, value: string | null = null) => ({
  ...{ action, target: { role, name }, value, file: null },
})
const START = 'https://shop.test/'

test('pages are filled in, clicked through and looked at', async () => {
  const browsers = createFakeBrowsers(SITE)
  const session = await browsers.open(settings({ secrets: ['ada@example.com'] }))
  await session.goto(START, 100)
  await session.perform(act('fill', 'textbox', 'email', 'ada@example.com'), 100)
  await session.perform(act('select', 'combobox', 'Size', 'L'), 100)
  await session.perform(act('check', 'checkbox', 'Terms'), 100)
  await session.perform(act('click', 'button', 'Send'), 100)
  const { nodes, text, title } = await session.snapshot()
  expect(title).toBe('Shop')
  expect(text).toContain('- textbox "Email" [ref=e2]: [redacted]')
  expect(nodes.find(({ name }) => name === 'Terms')).toMatchObject({ ref: 'e5', states: ['checked'] })
  expect(await session.targetOf('e5')).toEqual({ role: 'checkbox', name: 'Terms', exact: true })
  expect(session.problems()).toEqual({ console_errors: ['oops'], failed_requests: [] })
  const sent = { expect: 'text', target: null, value: 'sent', count: null } as const
  expect(await session.check(sent, 0)).toEqual({ holds: true, actual: 'Sent' })
  await session.perform(act('click', 'link', 'Cart'), 100)
  expect(session.url()).toBe('https://shop.test/cart')
  expect(await session.check(sent, 5)).toEqual({
    holds: false,
    actual: 'The page does not show the text.',
  })
  expect(await session.screenshot()).toBe(FAKE_JPEG)
  expect(await session.close({ wantTrace: true })).toBe(FAKE_TRACE)
  expect(browsers.happened).toContain('fill textbox "Email" [redacted]')
  expect(browsers).toMatchObject({ opened: 1, closed: 1 })
})

test('what does not work fails as a browser does', async () => {
  const browsers = createFakeBrowsers({ ...SITE, '/down': { fault: 'unreachable' } })
  const session = await browsers.open(settings())
  await expect(session.goto('https://elsewhere.test/', 10)).rejects.toMatchObject({ fault: 'not_allowed' })
  await expect(session.goto('https://shop.test/down', 10)).rejects.toMatchObject({ fault: 'unreachable' })
  await session.goto('https://shop.test/nowhere', 10)
  expect(session.problems().failed_requests).toMatchObject([{ status: 404 }])
  await session.goto(START, 10)
  const click = (role: string, name: string) => session.perform(act('click', role, name), 10)
  await expect(click('button', 'Nothing')).rejects.toMatchObject({ fault: 'not_found' })
  await expect(click('button', 's')).rejects.toMatchObject({ fault: 'ambiguous' })
  await expect(click('button', 'Crash')).rejects.toMatchObject({ fault: 'crashed' })
  await expect(session.snapshot()).rejects.toMatchObject({ fault: 'crashed' })
  expect(await session.close({ wantTrace: true })).toBeNull()
  browsers.problem = 'Install one.'
  await expect(browsers.open(settings())).rejects.toMatchObject({ fault: 'unavailable' })
})

test('an abort ends what is under way at once, and closes the session', async () => {
  const never = new Promise(() => {})
  const browsers = createFakeBrowsers({ '/': { until: never } }, { most: 1 })
  const control = new AbortController()
  const session = await browsers.open(settings({ signal: control.signal }))
  const going = session.goto(START, 60_000)
  const next = browsers.open(settings())
  control.abort(new Error('enough'))
  await expect(going).rejects.toThrow('enough')
  expect(session.isOpen).toBe(false)
  expect(browsers.closed).toBe(1)
  expect((await next).url()).toBe('about:blank')
  await browsers.close()
  expect(browsers).toMatchObject({ opened: 2, closed: 2 })
})

test('nodes come late: at a look, or when a test lets them', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const browsers = createFakeBrowsers({
    '/': {
      nodes: [
        { role: 'button', name: 'Late', from_look: 3 },
        { role: 'button', name: 'Go', does: { click: { until: promise, goto: '/next' } } },
      ],
    },
  })
  const session = await browsers.open(settings())
  await session.goto(START, 10)
  expect((await session.snapshot()).nodes).toHaveLength(1)
  expect((await session.find({ role: 'button' })).count).toBe(1)
  await session.perform(act('click', 'button', 'Late'), 1_000)
  const going = session.perform(act('click', 'button', 'Go'), 60_000)
  expect(session.url()).toBe(START)
  resolve()
  await going
  expect(session.url()).toBe('https://shop.test/next')
})
