import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../../platform/log.ts'
import { useGit } from '../git/test/git-program.ts'
import { outboundCalls } from '../outbound-http/test/outbound-calls.ts'
import { forgeConformance } from './conformance.ts'
import { giteaForge } from './gitea.ts'
import { githubForge } from './github.ts'
import { gitlabForge } from './gitlab.ts'
import type { GitForge, RemoteForgeOptions } from './port.ts'
import { bareRepository } from './test/bare-repository.ts'
import { type ForgeStandIn, useGitea, useGithub, useGitlab } from './test/forge-stand-ins.ts'
import { useLocalForge } from './test/local-forge.ts'

const log = createLog('silent')
const { git } = useGit()
const calls = useStarted(async () => outboundCalls())
let count = 0

const local = useLocalForge({ git })
forgeConformance('local', () => ({
  forge: local.forge,
  git,
  async create(files = { 'README.md': '# One\n' }) {
    const { repository, folder } = await local.create(`acme/shop-${count++}`)
    const bare = bareRepository(folder)
    await bare.commit('main', files)
    return { repository, bare }
  },
}))

function elsewhere(
  name: string,
  standIn: ForgeStandIn,
  make: (options: RemoteForgeOptions) => GitForge,
): void {
  forgeConformance(name, () => ({
    forge: make({ outboundHttp: calls, log, account: null }),
    git,
    async create(files) {
      const full_name = `acme/shop-${count++}`
      const bare = await standIn.createRepository(full_name, files && { files })
      const { url: base_url, token: access_token } = standIn
      return { repository: { workspace_id: 'wsp_1', full_name, base_url, access_token }, bare }
    },
  }))
}

elsewhere('GitHub', useGithub(), githubForge)
elsewhere('GitLab', useGitlab(), gitlabForge)
elsewhere('Gitea', useGitea(), giteaForge)
