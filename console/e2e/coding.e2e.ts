/** Coding: a repository is connected, sessions are launched, followed, asked, cancelled and merged; the builder's chat. */
import { expect, test } from 'vitest'
import { click } from './act.ts'
import { APPROVAL, ASKING, DONE, ENDED, EVENTS, RUNNING, showCode } from './code-scene.ts'
import { giveRepository, reachedBySession } from './code-steps.ts'
import { consoleForFile, eventually, expectNoSidewaysScroll, PHONE, screenshot, toast } from './console.ts'

// Sessions are carried out; what the tests refuse shows in the log of the browser.
const atrium = consoleForFile({ role: 'all', rate_limits: 'off' }, /status of 409/)

const SHOP = 'app_demo_storefront'
const codePath = (rest = '', app = SHOP) => `/w/${atrium.workspaceId}/apps/${app}/code${rest}`

async function signedIn() {
  const { token } = await atrium.app.anonymous.session.create(atrium)
  return atrium.app.as(token)
}

test('a question is answered, a session cancelled, and more asked for', { timeout: 120_000 }, async () => {
  const api = await signedIn()
  const app_id = 'app_demo_storefront'
  await giveRepository(api, app_id, 'harbour/shop')
  const launched = (prompt: string) => api.coding.launch({ app_id }, { title: 'Ask me', prompt })
  const asking = await launched('[ask] add a file ASKED.md with Hello')
  const unwanted = await launched('[ask] add a file UNWANTED.md with Hello')
  // The address that programs are given leads here.
  const page = await atrium.open(`/apps/${app_id}/code/sessions/${unwanted.id}`)
  await click('button', 'Cancel')(page)
  await click('button', 'Cancel session')(page)
  await page.getByRole('heading', { name: 'It was cancelled' }).waitFor()
  await page.goto(codePath(`/sessions/${asking.id}`))
  const question = page.getByRole('region', { name: 'Open question' })
  await question.getByText('Yes', { exact: true }).click()
  await click('button', 'Send answer')(page)
  await page.getByRole('heading', { name: 'It opened a pull request' }).waitFor()
  const message = page.getByRole('textbox', { name: 'Message to the session' })
  await message.fill('add a file MORE.md with More')
  await message.press('Enter')
  await toast(page, 'Message sent')
  await eventually(() => message.inputValue()).toBe('')
  await page.getByRole('region', { name: 'Changes' }).getByText('MORE.md', { exact: true }).waitFor()
  await reachedBySession(api, { app_id, session_id: asking.id }, 'completed')
})

test('a session is followed while it is seen, and not after its end', async () => {
  const page = await atrium.open(codePath())
  let stage = 0
  let readsOfTheEnd = 0
  await showCode(page, {
    'coding.read': (route) => {
      const isRead = route.request().url().endsWith(RUNNING.id)
      if (isRead && stage === 2) readsOfTheEnd++
      return route.fulfill({ json: stage === 2 ? { ...DONE, id: RUNNING.id } : RUNNING })
    },
    'coding.events': (route) => {
      const after = Number(new URL(route.request().url()).searchParams.get('after'))
      const all = stage === 0 ? EVENTS.slice(0, 3) : stage === 1 ? EVENTS : ENDED
      return route.fulfill({ json: { items: all.filter(({ seq }) => seq > after), has_more: false } })
    },
  })
  await click('link', RUNNING.title)(page)
  await page.getByText('I look at how people are').waitFor()
  await page.getByText('Nothing has changed yet.').waitFor()
  stage = 1
  await page.getByText('did not work').waitFor()
  // What a command wrote shows as a terminal does, once it is asked for.
  await page.getByText('npm test').click()
  await page.getByText('FAIL test/greet.test.ts').waitFor()
  await page.getByText('Added: export function hello(name: string) {').waitFor()
  await screenshot(page, 'coding-session')
  stage = 2
  await page.getByRole('heading', { name: 'It opened a pull request' }).waitFor()
  await page.getByText('Opened pull request 7').waitFor()
  expect(readsOfTheEnd).toBeLessThanOrEqual(2)
  await page.setViewportSize(PHONE.viewport)
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'phone-coding-session')
})

test('what needs approval is refused with a reason', async () => {
  const page = await atrium.open(codePath())
  const bodies: unknown[] = []
  await showCode(page, {
    'coding.read': ASKING,
    'coding.input_request': { input_request: APPROVAL },
    'coding.message': (route) => {
      bodies.push(route.request().postDataJSON())
      const message = 'This question is not open any more.'
      return route.fulfill({ status: 409, json: { code: 'input_request_changed', message, detail: message } })
    },
  })
  await click('link', ASKING.title)(page)
  await page.getByLabel('Reason').fill('Others use it')
  await click('button', 'Refuse')(page)
  await page.getByRole('alert').getByText('answered already').waitFor()
  expect(bodies).toEqual([{ approve: false, text: 'Others use it', input_request_id: 'inq_1' }])
  expect(await page.getByLabel('Reason').inputValue()).toBe('Others use it')
})

test('what is written stays when a session asks, is answered elsewhere and ends', async () => {
  const page = await atrium.open(codePath())
  let stage = 0
  const states = [RUNNING, { ...ASKING, id: RUNNING.id }, { ...DONE, id: RUNNING.id }]
  await showCode(page, {
    'coding.read': (route) => route.fulfill({ json: states[stage] }),
    'coding.events': (route) => {
      const after = Number(new URL(route.request().url()).searchParams.get('after'))
      // One that says that the session is another now.
      const news = { ...EVENTS[1], seq: EVENTS.length + stage }
      const items = [...EVENTS, ...(stage > 0 ? [news] : [])].filter(({ seq }) => seq > after)
      return route.fulfill({ json: { items, has_more: false } })
    },
  })
  await click('link', RUNNING.title)(page)
  const message = page.getByRole('textbox', { name: 'Message to the session' })
  await message.fill('Also sort by name')
  stage = 1
  await page.getByLabel('In your own words').fill('Cheap ones first')
  stage = 2
  await page.getByRole('heading', { name: 'It opened a pull request' }).waitFor()
  expect(await message.inputValue()).toBe('Cheap ones first\n\nAlso sort by name')
})

test('the builder changes the app, and its preview shows it', { timeout: 120_000 }, async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/app_demo_orders/chat`)
  const box = page.getByRole('textbox', { name: 'Message to the app builder' })
  await page.getByRole('heading', { name: 'Nothing to see yet' }).waitFor()
  await box.fill('add a file index.html with <h1>Orders of the day</h1>')
  await page.reload()
  await eventually(() => box.inputValue()).toBe('add a file index.html with <h1>Orders of the day</h1>')
  await box.press('Enter')
  const preview = page.frameLocator('iframe[title="Preview of the app"]')
  await preview.getByRole('heading', { name: 'Orders of the day' }).waitFor()
  const turn = page.getByRole('log').getByRole('article').last()
  await turn.getByRole('list', { name: 'Changed files' }).getByText('index.html').click()
  await turn.getByText('Added: <h1>Orders of the day</h1>').waitFor()
  expect(await box.inputValue()).toBe('')
  await screenshot(page, 'chat')
  // One that is busy says so, and what was written stays, also what was written since.
  const refused = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname.endsWith('/chat/message'),
    async (route) => {
      await refused.promise
      const message = 'The session cannot take a message now.'
      return route.fulfill({ status: 409, json: { code: 'session_busy', message, detail: message } })
    },
  )
  await box.fill('replace "day" with "week" in index.html')
  await click('button', 'Send')(page)
  await eventually(() => box.inputValue()).toBe('')
  await box.fill('And make it green')
  refused.resolve()
  await page.getByRole('alert').getByText('works on a message already').waitFor()
  expect(await box.inputValue()).toBe('replace "day" with "week" in index.html\n\nAnd make it green')
  await page.setViewportSize(PHONE.viewport)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Publish', exact: true }).click()
  await page.getByRole('heading', { name: 'Nothing published yet' }).waitFor()
})
