import { refuse } from '../../platform/errors.ts'
import type { Caller } from './caller.ts'

/** A token limited to some apps decides nothing about the workspace as a whole: it would reach further than itself. */
export function requireWholeWorkspace({ app_ids }: Caller): void {
  if (app_ids !== null) throw refuse('token_limited_to_apps')
}
