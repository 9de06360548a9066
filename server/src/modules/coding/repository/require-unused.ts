import { refuse } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import { repositoryStore } from './repository-store.ts'

/** Before anything is asked of a forge; what is stored looks again. */
export async function requireUnused({ db }: Pick<Deps, 'db'>, appId: string): Promise<void> {
  if (await repositoryStore(db).hasOpenSession(appId)) throw refuse('repository_in_use')
}
