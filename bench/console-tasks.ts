/** Five everyday tasks in the console on the demo company, each from the home page: clicks, keys and seconds. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from '@atrium/sdk'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser } from '../console/e2e/browser.ts'
import { until } from '../server/processes/until.ts'
import { type Contest, median, withContest } from './harness.ts'

const ROUNDS = 3
const PATIENCE_MS = 120_000
const WORKSPACE = 'ws_demo'
const ORDERS = 'app_demo_orders'

interface Hand {
  page: Page
  click(target: Locator): Promise<void>
  /** Each character is a press of a key. */
  type(target: Locator, text: string): Promise<void>
}

interface Task {
  name: string
  /** The most clicks that it may take. */
  bound: number
  /** Not measured. */
  prepare?: () => Promise<void>
  perform(hand: Hand): Promise<void>
}

export async function consoleTasks(): Promise<void> {
  const receiver = await startReceiver()
  const browser = await launchBrowser()
  try {
    await withContest(
      ['--demo'],
      async (contest) => {
        const { atrium, token } = contest
        const client = createClient({ baseUrl: atrium.address, token })
        const page = await signedIn(contest, browser)
        console.log(`\nconsole-tasks: from the home page of the demo company, medians of ${ROUNDS} rounds`)
        for (const task of await tasksOf(client, contest, receiver)) await measure(page, task)
      },
      { OUTBOUND_ALLOW: '127.0.0.0/8' },
    )
  } finally {
    await browser.close()
    receiver.close()
  }
}

async function measure(page: Page, { name, bound, prepare, perform }: Task): Promise<void> {
  const times: number[] = []
  let clicks = 0
  let keys = 0
  for (let round = 0; round <= ROUNDS; round++) {
    await prepare?.()
    await page.goto(`/w/${WORKSPACE}`)
    await page.getByRole('list', { name: 'What needs you' }).waitFor()
    clicks = 0
    keys = 0
    const begin = performance.now()
    await perform({
      page,
      async click(target) {
        clicks++
        await target.click()
      },
      async type(target, text) {
        keys += text.length
        await target.pressSequentially(text)
      },
    })
    if (round > 0) times.push(performance.now() - begin) // the first one warms up
  }
  const verdict = clicks > bound ? ', missed' : ''
  const seconds = (median(times) / 1_000).toFixed(2)
  console.log(
    `  ${name.padEnd(38)}${clicks} clicks (at most ${bound}${verdict})   ${keys} keys   ${seconds} s`,
  )
}

async function tasksOf(client: Client, contest: Contest, receiver: Receiver): Promise<Task[]> {
  const number = await someOrder(contest)
  let people = 0
  return [
    {
      name: 'find a failed delivery and resend it',
      bound: 4,
      prepare: () => failDeliveries(client, receiver),
      async perform(hand) {
        const { page, click } = hand
        await followItem(hand, 'Deliveries fail')
        await click(page.getByRole('button', { name: /^Redeliver entity/ }).first())
        await page.getByText(/^Delivered: /).waitFor()
      },
    },
    {
      name: 'see why a run failed',
      bound: 3,
      async perform(hand) {
        await followItem(hand, 'A run failed')
        await hand.page.getByText('Too dear: 133').first().waitFor()
      },
    },
    {
      name: 'give somebody access',
      bound: 4,
      async perform({ page, click, type }) {
        await click(page.getByRole('link', { name: 'Members', exact: true }))
        await click(page.getByRole('button', { name: 'Invite people' }))
        await type(page.getByRole('textbox', { name: 'Emails' }), `grace${++people}@example.com`)
        await click(page.getByRole('dialog').getByText('Viewer', { exact: true }))
        await click(page.getByRole('button', { name: 'Invite', exact: true }))
        await page.getByRole('dialog', { name: '1 person invited' }).waitFor()
      },
    },
    {
      name: 'fix a critical finding',
      bound: 3,
      prepare: () => leaveOpen(client),
      async perform(hand) {
        const { page, click } = hand
        await followItem(hand, 'A critical finding')
        await click(page.getByRole('button', { name: /^Fix: / }).first())
        await click(page.getByRole('button', { name: 'Set this rule' }))
        await page.getByText(/^Rules of Note set/).waitFor()
      },
    },
    {
      name: 'find a record by its number',
      bound: 2,
      async perform({ page, click, type }) {
        await click(page.getByRole('button', { name: 'Search', exact: true }))
        await type(page.getByRole('combobox', { name: 'Search or jump to' }), number)
        await click(page.getByRole('option').filter({ hasText: number }).first())
        await page.getByRole('gridcell', { name: number }).or(page.getByText(number)).first().waitFor()
      },
    },
  ]
}

/** The action of an item of the feed, which shows five until more are asked for. */
async function followItem({ page, click }: Hand, title: string): Promise<void> {
  const feed = page.getByRole('list', { name: 'What needs you' })
  const item = feed.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  if ((await item.count()) === 0) await click(page.getByRole('button', { name: /^Show \d+ more$/ }))
  await click(item.first().getByRole('link'))
}

async function signedIn({ atrium }: Contest, browser: Browser): Promise<Page> {
  const [, email, password] = /email {5}(\S+)\n {4}password {2}(\S+)\n/.exec(atrium.output()) ?? []
  const context = await browser.newContext({ baseURL: atrium.address })
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`signing in failed: ${answer.status()} ${await answer.text()}`)
  return context.newPage()
}

/** The number of an order, once the index that finds it is built. */
async function someOrder({ database, token, atrium }: Contest): Promise<string> {
  const { rows } = await database.query(
    `select data ->> 'number' as number from records where app_id = $1 and entity_name = 'Order' limit 1`,
    [ORDERS],
  )
  const number = String(rows[0]?.number)
  const client = createClient({ baseUrl: atrium.address, token })
  // Indexes of what came as an archive are built once an hour; one that is declared again is built at once.
  const at = { app_id: ORDERS, name: 'Order' }
  const schema = await client.schemas.read(at)
  const plain = JSON.parse(JSON.stringify(schema, (key, value) => (key === 'index' ? undefined : value)))
  await client.schemas.set(at, plain)
  await client.schemas.set(at, schema)
  await until(
    'the order is found',
    async () => (await client.search.find({ q: number })).items.length > 0,
    PATIENCE_MS,
  )
  return number
}

/** Three deliveries in a row that are given up at once; what is sent again is taken. */
async function failDeliveries(client: Client, receiver: Receiver): Promise<void> {
  const { id: app_id } = await client.apps.create({ name: 'Hooks' })
  await client.schemas.set({ app_id, name: 'Note' }, { properties: { text: { type: 'string' } } })
  const hook = { target_url: receiver.url, events: ['entity.created' as const] }
  const { id: webhook_id } = await client.app_webhooks.create({ app_id }, hook)
  receiver.status = 410
  for (const text of ['one', 'two', 'three'])
    await client.records.create({ app_id, entity_name: 'Note' }, { text })
  await until('the deliveries failed', async () => {
    const { counts } = await client.app_deliveries.list({ app_id, webhook_id })
    return counts.failed === 3
  })
  receiver.status = 200
}

/** An app of which everybody may change the notes, scanned. */
async function leaveOpen(client: Client): Promise<void> {
  const { id: app_id } = await client.apps.create({ name: 'Open', public_settings: 'public_without_login' })
  await client.schemas.set({ app_id, name: 'Note' }, { properties: { text: { type: 'string' } } })
  await client.scans.run({ app_id })
  await until('the scan found it', async () => {
    const { items } = await client.attention.list({ app_id, kind: 'finding_critical' })
    return items.length > 0
  })
}

interface Receiver {
  url: string
  status: number
  close(): void
}

async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(receiver.status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    status: 200,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
