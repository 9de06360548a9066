/** Starts Chromium, and ends it for sure. */
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { unlessAborted } from '../../platform/abortable.ts'
import { SEARCHED } from '../../platform/bubblewrap.ts'
import { sendSignal } from '../../platform/database/living-process.ts'
import { firstLine } from './faults.ts'
import { guardPipe } from './pipe-guard.ts'
import { BrowserFailure } from './port.ts'
import type { Wall } from './wall.ts'

export interface LaunchOptions {
  wall: Wall
  /** Of the session: profile, traces, everything that the browser writes. */
  folder: string
  proxyPort: number
  /** Whether the browser builds its own wall around pages. */
  ownWall: boolean
  signal: AbortSignal
}

export interface RunningBrowser {
  readonly pid: number | null
  /** Stores nothing on disk: what pages keep is gone with it. */
  readonly context: BrowserContext
  /** Resolves when the process has ended, for whatever reason. */
  readonly gone: Promise<void>
  /** Resolves when pages made it say more than this process can take. */
  readonly flooded: Promise<void>
  /** Ends all its processes at once: a browser that is asked to close may take its time, or never do it. */
  kill(): Promise<void>
}

export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const { wall, folder, signal } = options
  // Not with the server: it takes a second and 60 MB, and most servers run no test.
  const { chromium } = await import('playwright-core')
  const executablePath = await wall.prepare(folder)
  signal.throwIfAborted()
  const killEarly = () => void wall.readPid(folder).then(killGroup)
  signal.addEventListener('abort', killEarly)
  const guard = guardPipe(folder)
  try {
    // Persistent only because no other way takes a folder of ours; pages open in a context of their own.
    const starting = chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath,
      artifactsDir: join(folder, 'artifacts'),
      downloadsPath: join(folder, 'artifacts'),
      tracesDir: join(folder, 'traces'),
      env: { HOME: join(folder, 'tmp'), TMPDIR: join(folder, 'tmp'), PATH: SEARCHED, LANG: 'C.UTF-8' },
      timeout: LAUNCH_MS,
      chromiumSandbox: options.ownWall,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      acceptDownloads: false,
      proxy: { server: `http://127.0.0.1:${options.proxyPort}` },
      args: ARGUMENTS,
    })
    // Playwright may wait for a killed browser until its time is over. One that comes up although it was stopped is closed.
    starting.then(
      (late) => (signal.aborted ? late.close().catch(() => {}) : undefined),
      () => {},
    )
    const first = await unlessAborted(signal, starting)
    const browser = first.browser()
    if (!browser) throw new Error('The browser is not connected.')
    return { ...(await takeOver(first, browser, await wall.readPid(folder))), flooded: guard.flooded }
  } catch (cause) {
    killGroup(await wall.readPid(folder))
    signal.throwIfAborted()
    const sentence = `The browser does not start: ${reasonOf(cause)}`
    throw isOfSandbox(cause)
      ? new NoSandbox('unavailable', sentence)
      : new BrowserFailure('unavailable', sentence)
  } finally {
    signal.removeEventListener('abort', killEarly)
    guard.stop()
  }
}

const LAUNCH_MS = 30_000

/** No way around the proxy: names are not looked up, nothing goes by UDP. The heap of a page ends with its tab. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--no-pings',
  // Else it prints what pages write to their consoles.
  '--log-level=3',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--renderer-process-limit=4',
  '--js-flags=--max-old-space-size=512',
]

async function takeOver(
  first: BrowserContext,
  browser: Browser,
  leader: number | null,
): Promise<Omit<RunningBrowser, 'flooded'>> {
  const gone = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
  const pid = leader ?? (await askPid(browser))
  const context = await browser.newContext({
    acceptDownloads: false,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
  await context.grantPermissions([]) // none, and no prompt for the others
  void first
    .pages()[0]
    ?.close()
    .catch(() => {}) // the window that it began with
  return {
    pid,
    context,
    gone,
    async kill() {
      if (leader !== null) killGroup(leader)
      else await closeOrKill(browser, pid)
      await within(gone, GONE_MS)
    },
  }
}

const GONE_MS = 2_000
const CLOSE_MS = 500

/** Where the id of the group is not known. */
async function closeOrKill(browser: Browser, pid: number | null): Promise<void> {
  await within(
    browser.close().catch(() => {}),
    CLOSE_MS,
  )
  if (browser.isConnected() && pid !== null) sendSignal(pid, 'SIGKILL')
}

async function askPid(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null
}

/** Playwright starts it as the leader of a group of its own. */
function killGroup(leader: number | null): void {
  if (leader !== null) sendSignal(-leader, 'SIGKILL')
}

async function within(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds)
    }),
  ])
  clearTimeout(timer)
}

/** The browser cannot build its own wall here, and never will. */
export class NoSandbox extends BrowserFailure {}

/** By what the browser wrote about it; every other failure, such as one of a busy machine, may pass. */
export function isOfSandbox(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error)
  const said = [...text.matchAll(/\[err\] (.*)/g)].map(([, line]) => line ?? '')
  return said.some((line) => /sandbox|zygote|namespace|chroot|credentials\.cc/i.test(line))
}

/** What the browser itself said last, where it said something. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const said = /\[err\] (?:\[[^\]]*\] ?)?(.+)/.exec(text)?.[1]
  return (said ?? firstLine(error)).slice(0, 300)
}
