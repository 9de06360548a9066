import { setTimeout as pause } from 'node:timers/promises'
import { BrowserFailure, type PageAction } from '../../../ports/browser/port.ts'
import { withBase } from '../site-path.ts'
import { describeMiss, describePage, describeTarget, quoted } from './describe-target.ts'
import { maskSecrets } from './mask-secrets.ts'
import { expectationOf, maskedAction, RELOAD, type StepAction } from './step-action.ts'
import type { StepContext } from './step-context.ts'
import { StepFailure } from './step-failure.ts'
import { isPagePath } from './step-rules.ts'

/** What a step may read from a page. */
const MAX_EXTRACTED = 10_000

/** Does it, with all values filled in. Returns what was read, null unless it reads something. */
export async function carryOutAction(
  context: StepContext,
  action: StepAction,
  timeoutMs: number,
): Promise<string | null> {
  const { session, signal } = context
  switch (action.kind) {
    case 'navigate':
      await session.goto(
        action.path === RELOAD ? session.url() : addressOf(action.path ?? '', context).href,
        timeoutMs,
      )
      return null
    case 'act':
      await session.perform(pageActionOf(action), timeoutMs)
      return null
    case 'assert':
      await requireTrue(context, action, timeoutMs)
      return null
    case 'extract': {
      const text = await session.read(action.target ?? {}, timeoutMs)
      return text.slice(0, MAX_EXTRACTED).toWellFormed()
    }
    case 'wait':
      if (action.milliseconds === null) await waitForSight(context, action, timeoutMs)
      else await pause(action.milliseconds, undefined, { signal })
      return null
  }
}

/** Where a path leads: from where the run began, and within the site. */
export function addressOf(path: string, { startUrl, base, secrets }: StepContext): URL {
  const whole = path.startsWith('/') && !path.startsWith('//') ? withBase(path, base) : path
  const url = isPagePath(path) ? URL.parse(whole, startUrl) : null
  if (url) return url
  throw new StepFailure('host_not_allowed', `${quoted(maskSecrets(secrets)(path))} is no address of a page.`)
}

function pageActionOf({ action, target, value, file }: StepAction): PageAction {
  const name = action ?? 'click'
  if (name !== 'upload') return { action: name, target, value, file: null }
  return {
    action: name,
    target,
    value: null,
    file: file ?? { name: value ?? 'file.txt', content: SOME_TEXT },
  }
}

/** Of files that a step in words asks for. */
const SOME_TEXT = 'A file of an automated test.\n'

async function requireTrue(
  { session, secrets }: StepContext,
  action: StepAction,
  timeoutMs: number,
): Promise<void> {
  const expectation = expectationOf(action)
  const { holds, actual } = await session.check(expectation, timeoutMs).catch((error: unknown) => {
    if (error instanceof BrowserFailure && error.fault === 'not_found') return { holds: false, actual: '' }
    throw error
  })
  if (holds) return
  const miss = describeMiss(expectationOf(maskedAction(action, maskSecrets(secrets))), actual)
  // A text that is nowhere says little; what stands there in its place says more.
  const page = expectation.target === null && expectation.expect === 'text' ? await session.snapshot() : null
  throw new StepFailure('assertion_failed', `${miss} ${page ? describePage(page) : ''}`.trim())
}

async function waitForSight(
  { session, secrets }: StepContext,
  action: StepAction,
  timeoutMs: number,
): Promise<void> {
  const { holds } = await session.check(expectationOf(action), timeoutMs)
  if (holds) return
  const { target, value } = maskedAction(action, maskSecrets(secrets))
  const awaited = target ? describeTarget(target) : quoted(value ?? '')
  throw new StepFailure('step_timed_out', `Waited for ${awaited}, which did not appear in time.`)
}
