/** The grid of the console with 100,000 records: how smoothly it scrolls, how long a jump takes, what stays in memory. */
import { createClient } from '@atrium/sdk'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../server/src/ports/browser/find-browser.ts'
import { type Contest, median, withContest } from './harness.ts'

const RECORDS = 100_000
const SECONDS = 10
const REST_SECONDS = 3
/** Pixels of one turn of the wheel; a fast hand turns it twenty times a second. */
const TURN = 300
const TURN_EVERY_MS = 50
const TARGET = 50
const JUMPS = [0.5, 0.99, 0.25, 0.75, 0.1]

export async function grid(): Promise<void> {
  await withContest([], async (contest) => {
    const path = await makeRecords(contest)
    const browser = await launch()
    try {
      const page = await openGrid(browser, contest, path)
      console.log(`\ngrid: ${RECORDS.toLocaleString('en')} records, ${SECONDS} s of wheel`)
      await show('newest first', page)
      await page.goto(`${path}?sort=city`)
      await rowAt(page, 0)
      await show('sorted by a field without an index', page)
    } finally {
      await browser.close()
    }
  })
}

async function show(title: string, page: Page): Promise<void> {
  const atRest = await framesIn(page, async () => {
    await new Promise((resolve) => setTimeout(resolve, REST_SECONDS * 1_000))
  })
  const { perSecond, longest, row, worked } = await scroll(page)
  const jumps: number[] = []
  for (const part of JUMPS) jumps.push(await jump(page, Math.floor(part * RECORDS)))
  const line = (name: string, figures: string) => console.log(`  ${name.padEnd(40)}${figures}`)
  console.log(` ${title}`)
  const fps = `median ${median(perSecond).toFixed(0)}, worst second ${Math.min(...perSecond)}`
  line('frames per second', `${fps}   target ${TARGET}`)
  // What the machine gives a page that does nothing: below the target, it does something else.
  line('the same at rest', (atRest.length / REST_SECONDS).toFixed(0))
  line('processor of the page for one frame', `${worked.toFixed(1)} ms`)
  line('longest frame, and the row it came to', `${longest.toFixed(0)} ms, ${row.toLocaleString('en')}`)
  line(
    'from a jump to rows, median and worst',
    `${median(jumps).toFixed(0)} and ${Math.max(...jumps).toFixed(0)} ms`,
  )
  line('memory of the page afterwards', `${((await heapOf(page)) / 2 ** 20).toFixed(0)} MiB`)
}

/** When each frame was drawn while something is done. */
async function framesIn(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    const note = (at: number) => {
      frames.push(at)
      if (Reflect.get(globalThis, 'drawnAt') === frames) requestAnimationFrame(note)
    }
    Object.assign(globalThis, { drawnAt: frames })
    requestAnimationFrame(note)
  })
  await work()
  return page.evaluate(() => {
    const frames: number[] = Reflect.get(globalThis, 'drawnAt')
    Object.assign(globalThis, { drawnAt: null })
    return frames
  })
}

/** Turns the wheel, and counts the frames of each second. */
async function scroll(page: Page) {
  await page.getByRole('grid').hover()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workedSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await workedSeconds()
  const end = performance.now() + SECONDS * 1_000
  const frames = await framesIn(page, async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      await page.mouse.wheel(0, TURN)
      const left = begun + TURN_EVERY_MS - performance.now()
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)))
    }
  })
  const worked = (((await workedSeconds()) - before) * 1_000) / frames.length
  const [first = 0] = frames
  const perSecond = Array.from(
    { length: SECONDS },
    (_, second) => frames.filter((at) => Math.floor((at - first) / 1_000) === second).length,
  )
  const gaps = frames.slice(1).map((at, place) => at - (frames[place] ?? at))
  return { perSecond, longest: Math.max(...gaps), row: await topRow(page), worked }
}

/** As dragging the scroll bar does; from then until the row is there. */
async function jump(page: Page, row: number): Promise<number> {
  const begin = performance.now()
  await page.getByRole('grid').evaluate(
    (table, [at = 0, of = 1]) => {
      const frame = table.closest('.overflow-auto')
      if (frame) frame.scrollTop = (frame.scrollHeight * at) / of
    },
    [row, RECORDS],
  )
  await page.waitForFunction(
    (near) =>
      [...document.querySelectorAll('tbody tr:not([aria-busy])')].some(
        (one) => Math.abs(Number(one.getAttribute('aria-rowindex')) - near) < 30,
      ),
    row,
  )
  return performance.now() - begin
}

async function topRow(page: Page): Promise<number> {
  return page
    .locator('tbody tr')
    .first()
    .evaluate((row) => Number(row.getAttribute('aria-rowindex')))
}

async function rowAt(page: Page, row: number): Promise<void> {
  await page.locator(`tbody tr[aria-rowindex="${row + 2}"]:not([aria-busy])`).waitFor()
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/** As users have it: with a compiler that optimises, unlike in the tests. */
function launch(): Promise<Browser> {
  const executablePath = findBrowser(process.env.BROWSER_PATH ?? null).path ?? ''
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
}

async function openGrid(browser: Browser, { atrium }: Contest, path: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: atrium.address,
    viewport: { width: 1440, height: 900 },
  })
  // A first start prints who owns it.
  const [, email, password] = /^ {4}email {5}(\S+)\n {4}password {2}(\S+)\n/m.exec(atrium.output()) ?? []
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}.`)
  const page = await context.newPage()
  await page.goto(path)
  await rowAt(page, 0)
  return page
}

async function makeRecords({ atrium, token, database }: Contest): Promise<string> {
  const client = createClient({ baseUrl: atrium.address, token })
  const { id: app_id } = await client.apps.create({ name: 'With many' })
  const text = { type: 'string' as const }
  await client.schemas.set(
    { app_id, name: 'Order' },
    {
      properties: {
        number: text,
        customer: text,
        city: text,
        status: { ...text, enum: ['new', 'paid', 'sent'] },
        total: { type: 'number' },
        is_gift: { type: 'boolean' },
        due: { ...text, format: 'date' },
        tags: { type: 'array', items: text },
      },
    },
  )
  const { id, email } = await client.session.read()
  await database.query(
    `insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
     select $1, 'Order', 'rec_' || n,
            jsonb_build_object('number', 'HP-' || n, 'customer', 'Customer ' || n % 977, 'city', 'City ' || n % 89,
              'status', (array['new', 'paid', 'sent'])[n % 3 + 1], 'total', n % 5000 + 0.5, 'is_gift', n % 7 = 0,
              'due', '2026-11-18', 'tags', jsonb_build_array('a', 'b', 'tag ' || n % 11)),
            $3, $2, now() - n * interval '1 second', now() - n * interval '1 second'
       from generate_series(0, $4::int - 1) n`,
    [app_id, id, email, RECORDS],
  )
  await database.query('vacuum analyze records')
  const [workspace] = (await client.session.read()).workspaces ?? []
  return `/w/${workspace?.id}/apps/${app_id}/entities/Order`
}
