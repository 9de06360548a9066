/** Opens an address in the tab. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { faultOf, isTimeout } from './faults.ts'
import { BrowserFailure } from './port.ts'
import type { ConfiningProxy } from './proxy.ts'

/** Pictures and other files that are slow, or never come, are not waited for longer. */
const FILES_MS = 2_000
const LONGEST_PAUSE_MS = 400

export async function openAddress(
  page: Page,
  address: string,
  timeoutMs: number,
  { proxy, isRestless }: { proxy: Pick<ConfiningProxy, 'refusalOf'>; isRestless: boolean },
): Promise<void> {
  requireWebAddress(address)
  const until = performance.now() + timeoutMs
  const asked: string[] = []
  const note = (request: Request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    if (asked.length < MAX_NOTED) asked.push(request.url())
  }
  page.on('request', note)
  try {
    await goto(page, address, { until, isRestless, isRefused: () => proxy.refusalOf(address) !== null })
  } catch (error) {
    const refusal = [...asked, address].map(proxy.refusalOf).find((message) => message !== null)
    if (refusal) throw new BrowserFailure('not_allowed', refusal)
    if (isTimeout(error)) throw new BrowserFailure('timed_out', 'The page did not load in time.')
    const failure = faultOf(error)
    throw failure?.fault === 'unreachable'
      ? new BrowserFailure('unreachable', reasonOf(failure.message))
      : error
  } finally {
    page.off('request', note)
  }
}

const MAX_NOTED = 50

/**
 * A page that loads itself again and again, or the late message that the last one did not come, may take the place of the
 * one that was asked for. An empty page in between does neither.
 */
async function goto(
  page: Page,
  address: string,
  { until, isRestless, isRefused }: { until: number; isRestless: boolean; isRefused(): boolean },
): Promise<void> {
  const left = () => ({ timeout: Math.max(1, until - performance.now()) })
  let pauseMs = 50
  for (let isInTheWay = isRestless; ; ) {
    try {
      if (isInTheWay) await page.goto('about:blank', left())
      const response = await page.goto(address, { waitUntil: 'domcontentloaded', ...left() })
      if (response === null) return
      await waitForFiles(page, left())
      if (firstOf(response.request()).url() === withoutFragment(address)) return
    } catch (error) {
      const isInterrupted =
        error instanceof Error && error.message.includes('interrupted by another navigation')
      // The message of the browser that it was refused interrupts it too.
      if (!isInterrupted || isRefused()) throw error
      // What is still on its way comes first; else each try would be interrupted by the one before it.
      await pause(pauseMs)
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    }
    isInTheWay = true
    if (performance.now() >= until)
      throw new BrowserFailure('timed_out', 'The page before it did not let go.')
  }
}

async function waitForFiles(page: Page, left: { timeout: number }): Promise<void> {
  const timeout = Math.min(FILES_MS, left.timeout)
  await page.waitForLoadState('load', { timeout }).catch(() => {})
}

function firstOf(request: Request): Request {
  const before = request.redirectedFrom()
  return before ? firstOf(before) : request
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

function requireWebAddress(address: string): void {
  const url = URL.parse(address)
  if (!url) throw new BrowserFailure('invalid', 'The address is none that a browser understands.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new BrowserFailure(
      'not_allowed',
      `Only addresses with http: and https: are opened, not ${url.protocol}`,
    )
  }
}

/** Without the code words of the browser where there are better ones. */
function reasonOf(message: string): string {
  const code = /net::(ERR_[A-Z_]+)/.exec(message)?.[1]
  return code === undefined ? message : (SENTENCES[code] ?? `The page does not load: ${code}.`)
}

const CLOSED = 'The host closed the connection, or takes none.'

const SENTENCES: Record<string, string> = {
  ERR_EMPTY_RESPONSE: CLOSED,
  ERR_CONNECTION_CLOSED: CLOSED,
  ERR_CONNECTION_RESET: CLOSED,
  ERR_SOCKET_NOT_CONNECTED: CLOSED,
  ERR_TUNNEL_CONNECTION_FAILED: CLOSED,
  ERR_PROXY_CONNECTION_FAILED: CLOSED,
  ERR_ABORTED: 'The page was left before it came.',
}
