import { transaction } from '../../../platform/database/transaction.ts'
import type { Repository } from '../../../ports/git/port.ts'
import type { LocalRepository } from '../../../ports/git-forge/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { PushedRef, PushOutcome } from './pushed-refs.ts'

/** After the branches have moved: git takes no part in a transaction. */
export async function recordPushAudit(
  { db, audit, git }: Pick<Deps, 'db' | 'audit' | 'git'>,
  caller: Caller,
  {
    workspace_id,
    full_name,
    folder,
  }: Pick<LocalRepository, 'full_name' | 'folder'> & { workspace_id: string },
  { refs: asked, isConfirmed, isCut }: PushOutcome,
): Promise<void> {
  const refs = isConfirmed ? asked : await listMoved(git.repository(folder), asked)
  if (refs.length === 0 && !isCut) return
  await transaction(db, (tx) =>
    audit.record(tx, caller, {
      workspace_id,
      action: 'git.push',
      target_type: 'repository',
      target_id: full_name,
      detail: { refs, ...(isCut && { truncated: true }) },
    }),
  )
}

/** Those that are now where the push wanted them; of tags only that they are there, or gone. */
async function listMoved(repository: Repository, asked: readonly PushedRef[]): Promise<PushedRef[]> {
  const moved: PushedRef[] = []
  for (const one of asked) {
    const now = await repository.resolve(one.ref)
    const isThere = one.ref.startsWith('refs/heads/') ? now === one.to : (now === null) === (one.to === null)
    if (isThere) moved.push(one)
  }
  return moved
}
