/** A test of ten steps that the recorder wrote, by Atrium's step runner and as a whole run, next to a plain script. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FlowStep } from '@atrium/contract/flow-steps'
import { type Client, createClient } from '@atrium/sdk'
import { chromium, type Page } from 'playwright-core'
import { LAMPS, PAGE_SCRIPT, SHOP } from '../server/processes/recorder-pages.ts'
import { until } from '../server/processes/until.ts'
import { checkSteps } from '../server/src/modules/browser-tests/steps/check-steps.ts'
import { performStep } from '../server/src/modules/browser-tests/steps/perform-step.ts'
import { createLog } from '../server/src/platform/log.ts'
import { chooseBrowsers } from '../server/src/ports/browser/choose.ts'
import { findBrowser } from '../server/src/ports/browser/find-browser.ts'
import type { Browsers } from '../server/src/ports/browser/port.ts'
import { createOutboundHttp } from '../server/src/ports/outbound-http/guarded.ts'
import { type Contest, median, withContest } from './harness.ts'

const ROUNDS = 15
const STEPS = 10
const TARGET = 1.5
const PATIENCE_MS = 30_000
/** Both sides use this one. */
const BROWSER = findBrowser(process.env.BROWSER_PATH ?? null).path ?? ''
const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse battery'

/** Milliseconds: the page and its steps, and all of it with the browser's start and end. */
interface Times {
  steps: number
  all: number
}

interface Rounds {
  script: Times[]
  atrium: Times[]
  /** Of whole runs, as they say it themselves. */
  runs: number[]
}

export async function testsRecorded(): Promise<void> {
  const work = async (contest: Contest) => {
    const site = await startSite()
    const sockets = createOutboundHttp({ allow: [], caFile: null })
    const browsers = chooseBrowsers({ path: BROWSER, most: 1, log: createLog('silent'), sockets })
    try {
      const tested = await createTested(contest)
      const steps = await record(tested, site)
      const flow_id = await createFlow(tested, site, steps)
      const rounds: Rounds = { script: [], atrium: [], runs: [] }
      for (let round = 0; round <= ROUNDS; round++) {
        const script = await timeOfScript(site.origin)
        const atrium = await timeOfSteps(browsers, site.origin, steps)
        const run = await timeOfRun(tested, flow_id)
        if (round === 0) continue // the first one warms up
        rounds.script.push(script)
        rounds.atrium.push(atrium)
        rounds.runs.push(run)
      }
      show(rounds)
    } finally {
      await browsers.close()
      await sockets.close()
      site.close()
    }
  }
  // The site is on this machine.
  await withContest([], work, { OUTBOUND_ALLOW: '127.0.0.0/8', BROWSER_PATH: BROWSER })
}

function show(rounds: Rounds): void {
  const of = (times: readonly Times[], part: keyof Times) => median(times.map((each) => each[part]))
  console.log(`\ntests-recorded: ${STEPS} recorded steps, medians of ${ROUNDS} rounds, no model`)
  for (const [words, script, atrium] of [
    ['page and steps', of(rounds.script, 'steps'), of(rounds.atrium, 'steps')],
    ['with the browser', of(rounds.script, 'all'), of(rounds.atrium, 'all')],
    ['whole run', of(rounds.script, 'all'), median(rounds.runs)],
  ] as const) {
    const figures = `plain script ${Math.round(script)} ms   Atrium ${Math.round(atrium)} ms`
    console.log(`  ${words.padEnd(18)}${figures}   ratio ${(atrium / script).toFixed(2)}   target ${TARGET}`)
  }
}

interface Site {
  origin: string
  /** The script element that records; empty for runs. */
  snippet: string
  close(): void
}

async function startSite(): Promise<Site> {
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
    const page = url.startsWith('/lamps') ? LAMPS : SHOP
    response.end(isScript ? PAGE_SCRIPT : page.replace('<!-- recorder -->', site.snippet))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site: Site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    snippet: '',
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}

interface Tested {
  client: Client
  app_id: string
}

async function createTested({ atrium, token }: Contest): Promise<Tested> {
  const client = createClient({ baseUrl: atrium.address, token })
  const { id: app_id } = await client.apps.create({ name: 'Recorded' })
  return { client, app_id }
}

/** Who signs in is written down, since the plain script makes no user either. */
async function createFlow({ client, app_id }: Tested, site: Site, steps: FlowStep[]): Promise<string> {
  const plain = JSON.stringify(steps)
    .replaceAll('{{test_user.email}}', EMAIL)
    .replaceAll('{{test_user.password}}', PASSWORD)
  const flow = { name: 'Recorded', goal: 'Buy a lamp', start_url: site.origin, steps: JSON.parse(plain) }
  return (await client.flows.create({ app_id }, flow)).id
}

/** From the moment that a worker took it until its report is there: user, browser, evidence, database. */
async function timeOfRun({ client, app_id }: Tested, flow_id: string): Promise<number> {
  const { id: execution_id } = await client.test_runs.start({ app_id }, { flow_id })
  const run = await until('the end of the run', async () => {
    const read = await client.test_runs.read({ app_id, execution_id })
    return read.completed_at !== null && read
  })
  if (run.status !== 'passed') throw new Error(`The run is ${run.status}: ${run.error?.message}`)
  return run.duration_ms ?? 0
}

/** A person clicks through the site while the recorder watches. */
async function record({ client: { recordings }, app_id }: Tested, site: Site): Promise<FlowStep[]> {
  const { id: recording_id, snippet } = await recordings.create({ app_id })
  site.snippet = snippet
  const browser = await chromium.launch({ executablePath: BROWSER, chromiumSandbox: false })
  const page = await browser.newPage()
  await page.goto(site.origin)
  await page.getByRole('link', { name: 'Lamps' }).click()
  await page.getByRole('searchbox').pressSequentially('desk')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('button', { name: 'Add to cart' }).nth(1).click()
  await page.getByLabel('Country').press('n')
  await page.getByLabel('Gift wrap').click()
  await page.getByLabel('Email').pressSequentially(EMAIL)
  await page.getByLabel('Password').pressSequentially(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Lamps' }).click()
  const recording = await until('all steps', async () => {
    const read = await recordings.read({ app_id, recording_id })
    return read.steps.length === STEPS && read
  })
  await browser.close()
  site.snippet = ''
  return checkSteps(recording.steps, ['steps'])
}

/** The same by hand. */
async function doSteps(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Lamps' }).click()
  await page.getByRole('searchbox', { name: 'Search lamps' }).fill('desk')
  await page.getByRole('searchbox', { name: 'Search lamps' }).press('Enter')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).nth(1).click()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Norway')
  await page.getByRole('checkbox', { name: 'Gift wrap' }).check()
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Lamps' }).click()
}

async function timeOfScript(origin: string): Promise<Times> {
  const begun = performance.now()
  const browser = await chromium.launch({ executablePath: BROWSER, chromiumSandbox: false })
  const page = await browser.newPage()
  const opened = performance.now()
  await page.goto(origin)
  await doSteps(page)
  const steps = performance.now() - opened
  await browser.close()
  return { steps, all: performance.now() - begun }
}

/** Without a reader: a step that would need a model fails. */
async function timeOfSteps(browsers: Browsers, startUrl: string, steps: readonly FlowStep[]): Promise<Times> {
  const begun = performance.now()
  const { signal } = new AbortController()
  const secrets = [PASSWORD]
  const session = await browsers.open({
    hosts: [],
    ownOrigins: [startUrl],
    authorization: null,
    secrets,
    signal,
  })
  const opened = performance.now()
  await session.goto(startUrl, PATIENCE_MS)
  const values = new Map([
    ['test_user.email', EMAIL],
    ['test_user.password', PASSWORD],
  ])
  const usedBy = { workspace_id: '', app_id: '', user_id: null }
  for (const step of steps) {
    const { status, error, model_calls } = await performStep(
      { session, reader: null, startUrl, base: '', goal: '', values, secrets, usedBy, cached: null, signal },
      step,
    )
    if (status !== 'passed' || model_calls > 0)
      throw new Error(`${step.instruction}: ${status}, ${error?.message}, ${model_calls} model calls`)
  }
  const took = performance.now() - opened
  await session.close({ wantTrace: false })
  return { steps: took, all: performance.now() - begun }
}
