/** How a coding session went and what it did, in words. */
import type { CodingSession, PullRequest, Repository } from '@atrium/sdk'
import { textIn } from './session-steps.ts'

type State = CodingSession['state']

interface Look {
  label: string
  tone: 'good' | 'open' | 'caution' | 'danger'
}

export const SESSION_LOOKS: Record<State, Look> = {
  queued: { label: 'Waiting to begin', tone: 'open' },
  running: { label: 'Working', tone: 'open' },
  opening_pull_request: { label: 'Opening a pull request', tone: 'open' },
  needs_input: { label: 'Asks you', tone: 'caution' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelling: { label: 'Being cancelled', tone: 'caution' },
  cancelled: { label: 'Cancelled', tone: 'caution' },
}

/** Something still comes of it by itself. */
export const isAtWork = (state: State) =>
  state === 'queued' || state === 'running' || state === 'opening_pull_request' || state === 'cancelling'

export const hasEnded = (state: State) => state === 'completed' || state === 'failed' || state === 'cancelled'

type Fault = NonNullable<CodingSession['error_code']>

/** The message of the session says what to do. */
export const FAULT_TITLES: Record<Fault, string> = {
  repository_not_connected: 'The app has no repository any more',
  repository_mismatch: 'The app is connected to another repository now',
  repository_access_denied: 'The repository refuses access',
  source_ref_not_found: 'There is nothing to start from',
  branch_not_found: 'The branch is not there',
  branch_busy: 'Another session works on this branch',
  provisioning_failed: 'The work could not be prepared',
  model_unavailable: 'The language model does not answer',
  budget_exceeded: 'It would cost more than is allowed',
  step_limit: 'It took too many steps',
  timeout: 'It took too long',
  sandbox_failed: 'Its commands could not be run',
  merge_conflict: 'Somebody changed the same lines',
  push_rejected: 'The repository refused the work',
  pull_request_failed: 'The pull request could not be opened',
  input_timeout: 'Nobody answered its question',
  internal_error: 'Something failed in Atrium itself',
}

export const PULL_REQUEST_LOOKS: Record<PullRequest['state'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'accent' },
  draft: { label: 'Draft', tone: 'neutral' },
  merged: { label: 'Merged', tone: 'accent' },
  closed: { label: 'Closed', tone: 'caution' },
}
type Tone = 'neutral' | 'accent' | 'caution' | 'danger'

export const PROVIDERS: Record<Repository['provider'], string> = {
  local: 'Kept by Atrium',
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
}

/** What a call of a tool does, as a person would say it. */
export function callWords(tool: string, input: Record<string, unknown>): { verb: string; what: string } {
  const path = textIn(input, 'path')
  switch (tool) {
    case 'list_files':
      return { verb: 'Listed the files', what: path === '.' ? '' : path }
    case 'read_file':
      return { verb: 'Read', what: path }
    case 'search':
      return { verb: 'Searched for', what: textIn(input, 'query') || textIn(input, 'pattern') }
    case 'edit_file':
      return { verb: 'Changed', what: path }
    case 'write_file':
      return { verb: 'Wrote', what: path }
    case 'delete_file':
      return { verb: 'Deleted', what: path }
    case 'move_file':
      return { verb: 'Renamed', what: [textIn(input, 'from'), textIn(input, 'to')].join(' → ') }
    case 'run_command':
      return { verb: 'Ran', what: textIn(input, 'command') }
    case 'update_plan':
      return { verb: 'Updated the plan', what: '' }
    case 'ask_user':
      return { verb: 'Asked a question', what: '' }
    case 'request_approval':
      return { verb: 'Asked for approval', what: '' }
    case 'finish':
      return { verb: 'Finished', what: '' }
    default:
      return { verb: tool || 'Used a tool', what: '' }
  }
}

/** Why no message can be sent now; undefined when one can. */
export function whyNoMessage(state: State): string | undefined {
  if (state === 'queued') return 'It has not begun yet. Write again when it works.'
  if (state === 'opening_pull_request') return 'It is opening the pull request. Wait a moment.'
  if (state === 'cancelling') return 'It is being cancelled. Wait a moment.'
  return undefined
}
