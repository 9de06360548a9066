/** Repositories in a folder of this server, and pull requests as rows of its database. */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Git } from '../git/port.ts'
import type { GitForge, LocalRepositories } from './port.ts'

export interface LocalForgeOptions {
  db: Db
  clock: Clock
  git: Git
  folder: string
  /** The public address of the server. */
  baseUrl(): string
}

export function localForge(_options: LocalForgeOptions): GitForge & LocalRepositories {
  const notBuilt = () => {
    throw new Error('not built')
  }
  return {
    provider: 'local',
    readRepository: notBuilt,
    remote: notBuilt,
    openPullRequest: notBuilt,
    findOpenPullRequest: notBuilt,
    readPullRequest: notBuilt,
    listPullRequests: notBuilt,
    readDiff: notBuilt,
    listComments: notBuilt,
    addComment: notBuilt,
    mergePullRequest: notBuilt,
    closePullRequest: notBuilt,
    find: notBuilt,
    create: notBuilt,
    cloneUrl: notBuilt,
  }
}
