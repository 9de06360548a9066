import { oneLine } from '../../../../platform/text/one-line.ts'
import type { Deps } from '../../deps.ts'
import type { SessionRow } from '../../tables.ts'
import type { WorkPlace } from '../work/work-place.ts'

const MOST_FILES = 200

/** What the coder should know of the place where it works. */
export async function describeFacts(
  { commands }: Pick<Deps, 'commands'>,
  session: Pick<SessionRow, 'repository_full_name' | 'base_branch'>,
  { copy, branch }: Pick<WorkPlace, 'copy' | 'branch'>,
): Promise<string> {
  const fault = await commands.fault()
  const { paths, truncated } = await copy.listFiles({ under: '', most: MOST_FILES })
  return [
    `Repository ${session.repository_full_name}, branch ${branch}, to be merged into ${session.base_branch}.`,
    fault === null ? 'Commands can be run; they have no network.' : 'Commands cannot be run here.',
    `Files${truncated ? ` (the first ${MOST_FILES})` : ''}:`,
    ...paths.map(nameOf),
  ].join('\n')
}

/** It stands among the rules for the coder: a name must not bring lines of its own. */
function nameOf(path: string): string {
  return HAS_MARKS.test(path) ? JSON.stringify(oneLine(path, 1_024)) : path
}

const HAS_MARKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
