import type { Remote, WorkCopy } from '../../../../ports/git/port.ts'
import type { Connected } from '../../repository/connected-repository.ts'
import type { Holder } from './held-session-store.ts'

/** Where a pass works: the files here, and the branch there. */
export interface WorkPlace extends Connected {
  holder: Holder
  workspaceId: string
  remote: Remote
  copy: WorkCopy
  branch: string
  /** Where the branch is there; null when it is not. */
  remoteAt: string | null
  /** What the one commit of the pass stands on. */
  startCommit: string | null
  /** That commit, as it was last pushed. */
  pushedCommit: string | null
  /** As it was last tried to push, which may have arrived although that failed. */
  pushing: string | null
  author: { name: string; email: string }
  message: string
}
