import { shortenMiddle } from '../../../../platform/text/shorten.ts'
import type { Deps } from '../../deps.ts'
import { addEvents } from '../../sessions/session-change-store.ts'
import { FROM_CHECKS, type History } from '../loop/history.ts'
import type { WorkPlace } from '../work/work-place.ts'
import { writeHeld } from '../work/write-held.ts'
import { type CheckResult, runChecks } from './checks.ts'
import { CHECKS_FAILED } from './checks-message.ts'

/** How often failed checks are shown to the coder before the pull request is opened with them. */
const MOST_ROUNDS = 2
/** Of what all of them wrote together. */
const MOST_SHOWN = 20_000

/** Runs the checks on what is pushed, and stores what came of them. True when the coder should deal with it first. */
export async function runSessionChecks(
  deps: Pick<Deps, 'db' | 'clock' | 'commands'>,
  { copy, holder, pushedCommit }: WorkPlace,
  { checks, checkRounds }: Pick<History, 'checks' | 'checkRounds'>,
  signal: AbortSignal,
): Promise<boolean> {
  // Those of a worker that was lost since are still true.
  if (checks.length > 0) return false
  const results = await runChecks({ tree: copy.tree, commands: deps.commands, signal })
  // What they left behind is not part of the work.
  if (results.length > 0 && pushedCommit !== null) await copy.checkOut(pushedCommit)
  const failed = results.filter(({ status }) => status === 'failed')
  const isShown = failed.length > 0 && checkRounds < MOST_ROUNDS
  await writeHeld(deps, holder, async (tx, session) => {
    const events = results.map((result) => ({ type: 'check' as const, data: { ...result } }))
    const message = { message_id: null, text: describeFailures(failed), from: FROM_CHECKS }
    await addEvents(tx, session, deps.clock.now(), [
      ...events,
      ...(isShown ? [{ type: 'message' as const, data: message }] : []),
    ])
  })
  return isShown
}

function describeFailures(failed: readonly CheckResult[]): string {
  const most = Math.floor(MOST_SHOWN / Math.max(1, failed.length))
  const parts = failed.map(
    ({ name, command, output }) => `${name} (${command}):\n${shortenMiddle(output, most)}`,
  )
  return `${CHECKS_FAILED} Repair what you broke, then finish again. Leave what failed before you began.\n\n${parts.join('\n\n')}`
}
