import type { SessionFault } from '@atrium/contract/coding-sessions'
import { CommandsUnavailable } from '../../../ports/commands/port.ts'
import { GitFailed, type GitFault } from '../../../ports/git/port.ts'
import { ForgeFailed, type ForgeFault } from '../../../ports/git-forge/port.ts'
import { ModelUnavailable, type UnavailableReason } from '../../../ports/language-model/port.ts'
import { SessionFailed } from './session-failed.ts'

type Failure = readonly [SessionFault, string]

const DENIED: Failure = [
  'repository_access_denied',
  'The forge refuses the access token. Connect the repository again with one that may write.',
]
const UNREACHABLE: Failure = [
  'provisioning_failed',
  'The repository cannot be reached at this moment. Try again later.',
]
const NOT_FOUND: Failure = [
  'repository_access_denied',
  'The repository is gone, or the access token does not reach it any more. Connect it again.',
]

/** What git cannot do (G576). */
const GIT: Record<GitFault, Failure> = {
  unavailable: ['provisioning_failed', 'This server has no git. Ask its operator to install it.'],
  unreachable: UNREACHABLE,
  timed_out: UNREACHABLE,
  access_denied: DENIED,
  not_found: NOT_FOUND,
  ref_not_found: ['source_ref_not_found', 'The repository has no such branch, tag or commit to start from.'],
  too_large: ['provisioning_failed', 'The repository is larger than what can be worked on here.'],
  moved: [
    'merge_conflict',
    'Somebody else keeps changing the branch. Send a message to let the session go on from there.',
  ],
  conflict: [
    'merge_conflict',
    'Somebody else changed the same lines of the branch. Bring both together there, then send a message to go on.',
  ],
  rejected: ['push_rejected', 'The repository does not take the commit. See the rules of its branches.'],
  bad_name: ['branch_not_found', 'No branch can have this name.'],
  failed: ['provisioning_failed', 'git failed on this repository. Ask the operator to look into the log.'],
}

const FORGE: Record<ForgeFault, Failure> = {
  unreachable: [
    'pull_request_failed',
    'The forge cannot be reached at this moment. Send a message to try again.',
  ],
  rate_limited: [
    'pull_request_failed',
    'The forge takes no more requests at the moment. Send a message to try again.',
  ],
  access_denied: DENIED,
  not_found: NOT_FOUND,
  pull_request_not_found: ['pull_request_failed', 'The pull request is gone.'],
  closed: ['pull_request_failed', 'The pull request was closed. Send a message to open another.'],
  changed: [
    'pull_request_failed',
    'The branch changed while its pull request was opened. Send a message to try again.',
  ],
  conflict: ['merge_conflict', 'The branches conflict. Bring the base branch into the branch first.'],
  refused: [
    'pull_request_failed',
    'The forge did not want the pull request. See the rules of the repository.',
  ],
}

const NO_MODEL: Failure = [
  'model_unavailable',
  'The language model did not answer. Send a message later to let the session go on.',
]
const MODEL: Partial<Record<UnavailableReason, Failure>> = {
  not_configured: ['model_unavailable', 'This server has no language model. Ask its operator to set one up.'],
  refused: ['model_unavailable', 'The language model refused the request. Ask the operator to see the log.'],
  budget_used: ['budget_exceeded', 'The workspace has used what it may of the language model today.'],
}

const NO_COMMANDS: Failure = [
  'sandbox_failed',
  'Commands cannot be run on this server any more. Ask its operator to look into the log.',
]

/** What a session does when it fails: the same failure means something else then. */
export type Stage = 'provisioning' | 'working' | 'opening'

const NOT_PUSHED: Failure = [
  'push_rejected',
  'The work could not be pushed to the repository. Send a message to try again.',
]
const PUSHING: Partial<Record<GitFault, Failure>> = {
  unreachable: NOT_PUSHED,
  timed_out: NOT_PUSHED,
  failed: NOT_PUSHED,
  bad_name: ['push_rejected', 'The repository takes no branch of this name.'],
  too_large: ['push_rejected', 'The work is larger than what can be pushed.'],
}

/** What a failure of a port means for a session, in a sentence for people; null for what nobody expected. */
export function failureOf(error: unknown, stage: Stage = 'working'): SessionFailed | null {
  if (error instanceof SessionFailed) return error
  const [code, message] = failure(error, stage) ?? []
  return code && message ? new SessionFailed(code, message, { cause: error }) : null
}

function failure(error: unknown, stage: Stage): Failure | null {
  if (error instanceof GitFailed) return (stage === 'working' && PUSHING[error.fault]) || GIT[error.fault]
  if (error instanceof ForgeFailed) {
    const isPassing = error.fault === 'unreachable' || error.fault === 'rate_limited'
    return stage === 'provisioning' && isPassing ? UNREACHABLE : FORGE[error.fault]
  }
  if (error instanceof ModelUnavailable) return MODEL[error.reason] ?? NO_MODEL
  return error instanceof CommandsUnavailable ? NO_COMMANDS : null
}
