import type { GitForge, RemoteForgeOptions } from './port.ts'

export function giteaForge(_options: RemoteForgeOptions): GitForge {
  const notBuilt = () => {
    throw new Error('not built')
  }
  return {
    provider: 'gitea',
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
  }
}
