/** Stand-ins for forges elsewhere: their REST protocols over real repositories, which git clones and pushes to. */

import { useStarted } from '../../../../test/use-started.ts'
import { giteaProtocol } from './forge-gitea.ts'
import { githubProtocol } from './forge-github.ts'
import { gitlabProtocol } from './forge-gitlab.ts'
import { type ForgeStandIn, startForge } from './forge-server.ts'

export type { ForgeFaultOnDemand, ForgeStandIn } from './forge-server.ts'

/** As GitHub Enterprise Server speaks: connect with `base_url: github.url` and `access_token: github.token`. */
export const startGithub = (): Promise<ForgeStandIn> => startForge(githubProtocol)
export const startGitlab = (): Promise<ForgeStandIn> => startForge(gitlabProtocol)
export const startGitea = (): Promise<ForgeStandIn> => startForge(giteaProtocol)

export const useGithub = (): ForgeStandIn => useStarted(startGithub)
export const useGitlab = (): ForgeStandIn => useStarted(startGitlab)
export const useGitea = (): ForgeStandIn => useStarted(startGitea)
