/** The first page of the console, in a browser that has never seen it, on a processor slowed down four times. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { endPostmaster, type NodeProcess, spawnNode } from '../server/processes/node-process.ts'
import { DEMO_WORKSPACE_ID } from '../server/src/demo/index.ts'
import { findBrowser } from '../server/src/ports/browser/find-browser.ts'
import { median } from './harness.ts'

const ROUNDS = 5
const SLOWED = 4
const QUIET_MS = 3_000
const TARGET = { lcp: 1_200, requests: 12 }
const BROWSER = findBrowser(process.env.BROWSER_PATH ?? null).path ?? ''

interface First {
  title: string
  path: string
  isSignedIn: boolean
  /** Resolves when all of it is there. */
  shown(page: Page): Promise<unknown>
}

const FIRST_PAGES: First[] = [
  {
    title: 'home',
    path: `/w/${DEMO_WORKSPACE_ID}`,
    isSignedIn: true,
    shown: async (page) => {
      await page.getByText('Today is not over yet.').waitFor()
      await page.getByRole('list', { name: 'Recently used' }).waitFor()
      await page
        .getByRole('status')
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'detached' })
    },
  },
  {
    title: 'sign-in',
    path: '/sign-in',
    isSignedIn: false,
    shown: (page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor(),
  },
]

export async function consoleFirst(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const atrium = spawnNode({ settings: { DATA_DIR: dataDir, RATE_LIMITS: 'off' }, flags: ['--demo'] })
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await atrium.waitReady()
    console.log(
      `\nconsole: first pages in an empty browser, processor slowed ${SLOWED} times (medians of ${ROUNDS})`,
    )
    for (const first of FIRST_PAGES) await measure(browser, atrium, first)
  } finally {
    await browser.close()
    await atrium.stop()
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measure(browser: Browser, atrium: NodeProcess, first: First): Promise<void> {
  // The first one warms up the server and the caches of the system; watching its traffic would slow the others down.
  const { scriptBytes, requests } = await open(browser, atrium, first, watchTraffic)
  const rounds: Paints[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await open(browser, atrium, first, async (_, page) => () => page.evaluate(readPaints)))
  const of = (paint: keyof Paints) => Math.round(median(rounds.map((round) => round[paint])))
  const times = rounds.map(({ lcp }) => Math.round(lcp)).join(', ')
  console.log(`  ${first.title}`)
  console.log(`    largest paint  ${of('lcp')} ms (${times})   target ${TARGET.lcp} ms`)
  console.log(`    first paint    ${of('fcp')} ms`)
  console.log(`    scripts        ${(scriptBytes / 1000).toFixed(1)} kB on the wire`)
  console.log(`    requests       ${requests}   target ${TARGET.requests}`)
}

interface Paints {
  lcp: number
  fcp: number
}

/** What is watched while the page opens, and read when all of it is there. */
type Watch<Seen> = (session: CDPSession, page: Page) => Promise<() => Seen | Promise<Seen>>

async function open<Seen>(
  browser: Browser,
  atrium: NodeProcess,
  first: First,
  watch: Watch<Seen>,
): Promise<Seen> {
  const context = await browser.newContext({
    baseURL: atrium.address,
    viewport: { width: 1280, height: 800 },
  })
  try {
    if (first.isSignedIn) await context.request.post('/api/auth/login', { data: credentialsOf(atrium) })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    await page.addInitScript(noteLargestPaint)
    const seen = await watch(session, page)
    await page.goto(first.path)
    // Whatever is asked of the page while it draws takes processor time from it: until then it is left alone.
    await setTimeout(QUIET_MS)
    await first.shown(page)
    await page.waitForLoadState('networkidle')
    return await seen()
  } finally {
    await context.close()
  }
}

/** What it printed at its first start. */
function credentialsOf(atrium: NodeProcess) {
  const [, email, password] = /email {5}(\S+)\n {4}password {2}(\S+)\n/.exec(atrium.output()) ?? []
  if (!email) throw new Error('the server printed no password')
  return { email, password }
}

async function watchTraffic(session: CDPSession) {
  const scripts = new Set<string>()
  let scriptBytes = 0
  let requests = 0
  session.on('Network.requestWillBeSent', () => {
    requests++
  })
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => ({ scriptBytes, requests })
}

/** In the page, before anything of it runs. */
function noteLargestPaint(): void {
  const noted = globalThis as { largestPaint?: number }
  new PerformanceObserver((list) => {
    noted.largestPaint = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

function readPaints(): Paints {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return { lcp: (globalThis as { largestPaint?: number }).largestPaint ?? 0, fcp: paint?.startTime ?? 0 }
}
