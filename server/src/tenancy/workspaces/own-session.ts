import { invalid, refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'

/** A person who signed in, or came with their own key: a token is of one workspace, and may be anybody's program. */
export function requirePersonItself({ kind }: Caller): void {
  if (kind !== 'session' && kind !== 'api_key') throw refuse('session_required')
}

/** What cannot be taken back happens in a workspace that was named, never in the first that is found. */
export function requireNamed(workspaceId: string | undefined): string {
  if (workspaceId === undefined) throw invalid(['query', 'workspaceId'], 'missing', 'Field required')
  return workspaceId
}
