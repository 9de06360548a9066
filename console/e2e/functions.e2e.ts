/** Backend functions in the console, run by the real runtime. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { click, select } from './act.ts'
import {
  type Console,
  copied,
  eventually,
  expectNoComplaints,
  expectToFit,
  heading,
  openAs,
  screenshot,
  startConsole,
  toast,
} from './console.ts'
import { APP, bar, code, deployTo, functionsPath, part, pasteInto } from './function-steps.ts'
import { realFunctions } from './real-functions.ts'

let atrium: Console
let token: string
beforeAll(async () => {
  atrium = await startConsole({ rate_limits: 'off' }, { functionRuntime: realFunctions })
  token = (await atrium.app.anonymous.session.create(atrium)).token
})
afterAll(() => atrium?.stop())
afterEach(() => expectNoComplaints(atrium, /Failed to load resource.*(418|422|500|503)/))

const functions = (rest = '') => functionsPath(atrium, rest)
const api = () => atrium.app.as(token)
const deployed = async (name: string) =>
  (await api().functions.list({ app_id: APP })).functions.find((each) => each.name === name)
const deploy = (name: string, content: string, more: object = {}) => deployTo(api(), name, content, more)

describe('the code of a function', () => {
  test('that cannot be built shows each problem at its file and line', async () => {
    await deploy('broken', 'Deno.serve(() => new Response("fine"))\n', {
      automations: [{ type: 'schedule', cron: '0 9 * * 1' }],
    })
    const page = await atrium.open(functions('/broken'))
    await pasteInto(code(page, 'index.ts'), 'const one = 1\nconst two = = 2\n')
    await bar(page).getByRole('button', { name: 'Deploy' }).click()
    const problems = page.getByRole('alert').filter({ hasText: 'It was not deployed' })
    await problems.getByRole('link', { name: 'index.ts:2' }).waitFor()
    await bar(page).getByText('1 problem').waitFor()
    await page.locator('.cm-lintRange-error').first().waitFor()
    await screenshot(page, 'function-problems')
    expect((await deployed('broken'))?.files[0]?.content).toContain('fine')

    // Once the file is changed, the problem is not its any more.
    await pasteInto(code(page, 'index.ts'), 'Deno.serve(() => new Response("better"))\n')
    await bar(page).getByText('Not deployed yet').waitFor()
    await select(page, /Who may call it$/, /^Anyone/)
    await bar(page).getByRole('button', { name: 'Deploy' }).click()
    await toast(page, 'broken deployed')
    expect(await deployed('broken')).toMatchObject({
      access: 'anyone',
      automations: [{ type: 'schedule', cron: '0 9 * * 1' }],
    })
  })

  test('that somebody else deploys is shown, and is not overwritten unseen', async () => {
    await deploy('shared', 'Deno.serve(() => new Response("one"))\n')
    const page = await atrium.open(functions('/shared'))
    await code(page, 'index.ts').waitFor()
    await pasteInto(code(page, 'index.ts'), 'Deno.serve(() => new Response("mine"))\n')
    await deploy('shared', 'Deno.serve(() => new Response("theirs"))\n')
    await part(page, 'Invocations').click()
    await click('button', 'Refresh')(page)
    await page.getByText('Somebody deployed this function while you were changing it').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await part(page, 'Code').click()
    await code(page, 'index.ts').getByText('theirs').waitFor()
    await eventually(() => bar(page).count()).toBe(0)
  })
})

test('a function is called, and what it wrote and how it went is found', async () => {
  await deploy(
    'echo',
    `Deno.serve(async (request) => {
      const url = new URL(request.url)
      const text = await request.text()
      console.log('got', text)
      if (url.searchParams.has('fail')) throw new Error('no more')
      return Response.json({ method: request.method, kind: request.headers.get('x-kind'), query: url.search, text },
        { status: 418, headers: { 'x-tea': 'green' } })
    })\n`,
  )
  const page = await atrium.open(functions('/echo/invoke'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await select(page, /Method$/, 'PUT')
  await page.getByLabel('Query').fill('page=2')
  await page.getByLabel('Headers').fill('no header')
  await page.getByText('“no header” is no header').waitFor()
  await page.getByLabel('Headers').fill('x-kind: test')
  await page.getByLabel('Body').fill("it's")
  await click('button', 'Copy the command')(page)
  await copied(page).toContain(`-X PUT '${atrium.app.baseUrl}/api/apps/${APP}/functions/echo?page=2'`)
  await click('button', 'Send')(page)
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByText('418', { exact: true }).waitFor()
  await answer.getByText(/^\d+ ms$/).waitFor()
  await answer.getByText('"query": "?page=2"').waitFor()
  await answer.getByText('"kind": "test"').waitFor()
  await answer.getByText('green').waitFor()
  await screenshot(page, 'function-invoke')

  await answer.getByRole('link', { name: 'Logs of this call' }).click()
  await page.getByRole('log').getByText("got it's").waitFor()
  await part(page, 'Invoke').click()
  await page.getByLabel('Query').fill('fail')
  await click('button', 'Send')(page)
  await answer.getByText(/^5\d\d$/).waitFor()

  await part(page, 'Invocations').click()
  const calls = page.getByRole('table', { name: 'Invocations' })
  // They are written together, a little later.
  await eventually(async () => {
    await click('button', 'Refresh')(page)
    return (await calls.count()) > 0 ? calls.getByRole('row').count() : 0
  }).toBe(3)
  await calls.getByRole('row').filter({ hasText: '418' }).getByText('PUT').waitFor()
  await page.getByRole('switch', { name: 'Only failed' }).click({ force: true })
  await eventually(() => calls.getByRole('row').count()).toBe(2)
  expect(page.url()).toContain('?failed=on')
  await calls
    .getByRole('row')
    .filter({ hasText: /^5\d\d/ })
    .getByRole('link', { name: /^Logs of/ })
    .click()
  await page.getByRole('log').getByText('no more').first().waitFor()
  expect(await page.getByRole('log').getByText("got it's").count()).toBe(0)
})

test('an earlier deployment is made the active one', async () => {
  await deploy('versions', 'Deno.serve(() => new Response("first"))\n')
  await deploy('versions', 'Deno.serve(() => new Response("second"))\n')
  const page = await atrium.open(functions('/versions/deployments'))
  const rows = page.getByRole('table', { name: 'Deployments' }).getByRole('row')
  await eventually(() => rows.count()).toBe(3)
  expect(await rows.nth(1).innerText()).toContain('Active')
  await rows
    .nth(2)
    .getByRole('button', { name: /^Roll back to/ })
    .click()
  await screenshot(page, 'function-deployments')
  await click('button', 'Roll back')(page)
  await toast(page, 'versions rolled back')
  await eventually(() => rows.nth(2).innerText()).toContain('Active')
  await part(page, 'Code').click()
  await code(page, 'index.ts').getByText('first').waitFor()
  expect(await api().app(APP).functions.invoke('versions')).toBe('first')
})

test('automations are said in words, with what their runs came to', async () => {
  await deploy('watch', 'Deno.serve(() => new Response("no", { status: 500 }))\n', {
    automations: [
      { type: 'schedule', cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
      { type: 'entity', entity_name: 'Order', events: ['create'], condition: { total: { $gt: 100 } } },
    ],
  })
  const page = await atrium.open(functions('/watch/automations'))
  await page.getByText('Every Monday at 09:00, in the time of Europe/Berlin').waitFor()
  await page.getByText('None in the last 30 days.').waitFor()
  const order = { number: 'HP-90001', customer: 'Ada', total: 500 }
  await api().records.create({ app_id: APP, entity_name: 'Order' }, order)
  await atrium.app.atrium.jobs.drain()
  await page.reload()
  const runs = page.getByRole('table', { name: 'Runs' })
  await runs.getByText(/^(Failed|Waiting)$/).waitFor()
  await runs.getByText('When a record of Order is created, if total is more than 100').first().waitFor()
  await screenshot(page, 'function-automations')

  await select(page, 'Status', 'Succeeded')
  await page.getByRole('heading', { name: 'No such runs' }).waitFor()
  await page.getByText('Every Monday at 09:00').waitFor()
  expect(page.url()).toContain('?status=succeeded')
  await click('button', 'Clear filters')(page)
  await runs.waitFor()
  expect(page.url()).not.toContain('?')
})

test('where functions cannot run, the page says what to install', async () => {
  const page = await atrium.open(functions(), {})
  const message = 'Backend functions need Deno on this server.'
  const body = { code: 'functions_unavailable', message, detail: message, request_id: 'req_test' }
  await page.route('**/backend-functions/*', (route) => route.fulfill({ status: 503, json: body }))
  await page.route('**/functions/*', (route) => route.fulfill({ status: 503, json: body }))
  await click('button', 'New function')(page)
  await page.getByLabel('Name').fill('anything')
  await click('button', 'Create function')(page)
  await page
    .getByRole('alert')
    .getByText(/They need Deno\. Run npm install/)
    .waitFor()
  await page.unrouteAll()
})

test('a viewer reads and calls, and is offered nothing else', async () => {
  await deploy('seen', 'Deno.serve(() => new Response("hello viewer"))\n')
  const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
  const page = await openAs(atrium, viewer, functions('/seen'))
  await code(page, 'index.ts').waitFor()
  expect(await code(page, 'index.ts').getAttribute('aria-readonly')).toBe('true')
  expect(await page.getByRole('button', { name: 'Add file' }).count()).toBe(0)
  expect(await part(page, 'Logs').count()).toBe(0)
  await part(page, 'Invoke').click()
  await click('button', 'Send')(page)
  await page.getByText('hello viewer').waitFor()
  expect(await page.getByRole('link', { name: 'Logs of this call' }).count()).toBe(0)
  await part(page, 'Deployments').click()
  await page.getByRole('table', { name: 'Deployments' }).waitFor()
  expect(await page.getByRole('button', { name: /Roll back/ }).count()).toBe(0)
})

test('the pages fit a phone and the dark', async () => {
  const said = 'console.log("one"); console.warn("two"); console.error("three")'
  await deploy('looks', `Deno.serve(() => { ${said}; return new Response("nice") })\n`)
  await api().secrets.set({ app_id: APP }, { A_SECRET_WITH_QUITE_A_LONG_NAME_FOR_A_PHONE: 'x' })
  await api().app(APP).functions.invoke('looks')
  const shown = (page: Page) => heading(page, 'Orders')
  await expectToFit(atrium, [
    { name: 'functions', path: functions(), shown },
    { name: 'function', path: functions('/looks'), shown: (page) => code(page, 'index.ts').waitFor() },
    { name: 'function-invoke', path: functions('/looks/invoke'), shown },
    { name: 'function-logs', path: functions('/looks/logs'), shown },
    { name: 'function-invocations', path: functions('/looks/invocations'), shown },
    { name: 'function-deployments', path: functions('/looks/deployments'), shown },
    { name: 'function-automations', path: functions('/watch/automations'), shown },
    { name: 'secrets', path: `/w/${atrium.workspaceId}/apps/${APP}/secrets`, shown },
  ])
})
