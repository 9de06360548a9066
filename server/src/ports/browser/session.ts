import type { Page } from 'playwright-core'
import { shorten } from '../../platform/text/shorten.ts'
import { addCredential } from './add-credential.ts'
import { checkExpectation } from './check.ts'
import type { FindCredential } from './credential.ts'
import type { RunningBrowser } from './launch.ts'
import { createLifeline } from './lifeline.ts'
import { createMasking } from './masking.ts'
import { openAddress } from './open-address.ts'
import { collectProblems } from './page-problems.ts'
import { createPageReader } from './page-reader.ts'
import { performAction, readElement } from './perform.ts'
import { BrowserFailure, type BrowserSession, type SessionOptions } from './port.ts'
import type { ConfiningProxy } from './proxy.ts'
import { takeScreenshot } from './screenshot.ts'
import { createSettling } from './settle.ts'
import { createTabs } from './tabs.ts'
import { findTargetOf } from './target-of.ts'
import { startTrace, stopTrace } from './trace.ts'

export interface SessionParts {
  running: RunningBrowser
  proxy: ConfiningProxy
  folder: string
  findCredential: FindCredential
  /** Removes what the session had. */
  release(): Promise<void>
}

const START_MS = 15_000
/** For what says no time of its own. */
const LOOK_MS = 5_000
/** And for a page that did not respond the last time. */
const STUCK_MS = 500
const TRACE_MS = 5_000
const ACTUAL_LENGTH = 500
/** After these nothing is waited for: they seldom set anything off. */
const QUIET_ACTIONS = new Set(['fill', 'hover', 'upload'])
/** After its time an action still finds out what it waited for; only pages that hang take all of this. */
const GRACE_MS = 1_500

export async function createSession(options: SessionOptions, parts: SessionParts): Promise<BrowserSession> {
  const { running, proxy, folder, findCredential, release } = parts
  const { context, pid } = running
  const { signal, authorization } = options
  const { secrets, mask } = createMasking([
    ...options.secrets,
    ...(authorization ? [authorization.token] : []),
  ])
  const lifeline = createLifeline(mask)
  let ending: Promise<void> | null = null
  let isLoading = false

  function end(reason: unknown): Promise<void> {
    lifeline.end(reason)
    signal.removeEventListener('abort', onAbort)
    ending ??= running.kill().then(release)
    return ending
  }
  const onAbort = () => void end(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  void running.flooded.then(() =>
    end(new BrowserFailure('crashed', 'The page says more than a run can take.')),
  )
  void running.gone.then(() => end(new BrowserFailure('crashed', 'The browser ended.')))

  const openFirst = () =>
    lifeline.within(START_MS, async () => {
      const [page] = await Promise.all([context.newPage(), startTrace(context)])
      await addCredential(context, page, authorization, findCredential)
      return page
    })

  const takeProblems = collectProblems(context, { mask, refusalOf: proxy.refusalOf })
  const first = await openFirst().catch(async (error) => {
    await end(error)
    throw error
  })
  const tabs = createTabs(context, first, (why) => lifeline.end(new BrowserFailure('crashed', why)))
  const settling = createSettling(context, tabs)
  const reader = createPageReader(mask)
  const look = <T>(work: (page: Page) => Promise<T>) =>
    lifeline.within(lifeline.isStuck() ? STUCK_MS : LOOK_MS, () => work(tabs.current()))

  return {
    pid,
    url: () => mask(tabs.current().url()),
    title: () => look(async (page) => shorten(mask(await page.title()), ACTUAL_LENGTH)),
    async goto(url, timeoutMs) {
      // What did not load may still come.
      const isRestless = tabs.isRestless() || isLoading
      isLoading = true
      await lifeline.within(timeoutMs + GRACE_MS, () =>
        openAddress(tabs.current(), url, timeoutMs, { proxy, isRestless }),
      )
      isLoading = false
    },
    snapshot: () => look((page) => reader.snapshot(page)),
    find: (target) => look((page) => reader.find(page, target)),
    targetOf: (ref) => look(() => findTargetOf(reader, ref, mask)),
    async perform(action, timeoutMs) {
      const settle = settling.begin()
      const page = tabs.current()
      await lifeline
        .within(timeoutMs + GRACE_MS, () => performAction(page, action, timeoutMs))
        .catch((error) => {
          // A window that closes itself at a click is gone before the click is reported as done.
          if (!page.isClosed() || page === tabs.current()) throw error
        })
      if (!QUIET_ACTIONS.has(action.action)) await lifeline.within(LOOK_MS, settle).catch(throwUnlessSlow)
    },
    read: (target, timeoutMs) =>
      lifeline.within(timeoutMs + GRACE_MS, () => readElement(tabs.current(), target, timeoutMs)),
    async check(expectation, timeoutMs) {
      const { holds, actual } = await checkExpectation(
        tabs.current,
        expectation,
        timeoutMs,
        (work, milliseconds) => lifeline.within(milliseconds + GRACE_MS, work),
      )
      return { holds, actual: shorten(mask(actual), ACTUAL_LENGTH) }
    },
    screenshot: () => look((page) => takeScreenshot(page, secrets, LOOK_MS)),
    problems: takeProblems,
    async close({ wantTrace }) {
      const trace =
        wantTrace && !lifeline.isOver()
          ? await lifeline.within(TRACE_MS, () => stopTrace(context, folder, secrets)).catch(() => null)
          : null
      await end(new BrowserFailure('crashed', 'The browser was closed.'))
      return trace
    },
  }
}

/** The action was done; the next one says what does not come. */
function throwUnlessSlow(error: unknown): void {
  if (!(error instanceof BrowserFailure && error.fault === 'timed_out')) throw error
}
