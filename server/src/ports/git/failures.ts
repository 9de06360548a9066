import { oneLine } from '../../platform/text/one-line.ts'
import { GitFailed, type GitFault } from './port.ts'

/** What git says when it gives up, in English. */
export function failureOf(complaint: string): GitFailed {
  for (const [pattern, fault, message] of KNOWN) {
    if (pattern.test(complaint)) return new GitFailed(fault, message)
  }
  const said = /^(?:fatal|error): (.*)$/m.exec(complaint)?.[1] ?? ''
  return new GitFailed('failed', said === '' ? 'git failed.' : `git failed: ${oneLine(said, 200)}`)
}

const KNOWN: readonly [RegExp, GitFault, string][] = [
  [
    /fsck error in pack|^error: object [0-9a-f]+: [a-zA-Z]+:|unpack-objects abnormal exit/m,
    'failed',
    'The repository holds something that git does not accept.',
  ],
  [
    /^error: invalid path|invalid path '/m,
    'failed',
    'The repository has a path that cannot be written here.',
  ],
  [
    /does not appear to be a git repository|^fatal: not a git repository/m,
    'not_found',
    'There is no repository there.',
  ],
  [
    /couldn't find remote ref|not our ref|unadvertised object/,
    'ref_not_found',
    'The repository has no branch or commit of that name.',
  ],
  [
    /out of memory|over limit|pack exceeds maximum allowed size/,
    'too_large',
    'The repository holds something that is too large.',
  ],
  [/No space left on device/, 'failed', 'The disk of the server is full.'],
]
