/** Apps with repositories: local ones, and those of a forge on loopback that speaks as Gitea does. */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import type { Client } from '@atrium/sdk'
import { beforeEach } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { receiveHttp } from '../../../../test/receivers.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type Git, GitFailed, type GitFault, type Remote, type WorkCopy } from '../../../ports/git/port.ts'
import { ADA, CLONE, here, NEVER, NOON } from '../../../ports/git/test/git-scene.ts'
import { memoryGit } from '../../../ports/git/test/memory-git.ts'
import { localForge } from '../../../ports/git-forge/local.ts'

/** By path; null removes one, `->` makes a link. */
export type Files = Record<string, string | null>

export function useRepositories() {
  const folder = useFolder()
  const git = memoryGit((remote) => forge.reach(remote))
  const forge = useStarted(() => startForge(git, join(folder, 'elsewhere.git')))
  const app = useApp({ data_dir: folder, rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] }, { git })
  const team = useTeam(app)
  const { owner } = team
  const at = { app_id: '' }
  let count = 0
  beforeEach(async () => {
    at.app_id = (await app.make.app(owner)).id
    forge.fails = null
    forge.canPush = true
  })
  const client = (): Client => app.as(owner)
  const newName = () => `acme/shop-${++count}`
  const place = () => join(folder, `copy-${++count}`)

  async function folderOf(full_name: string): Promise<string> {
    const [row] = await app.sql<{ id: string }>`
      select id from local_repositories
       where workspace_id = ${owner.workspace_id} and full_name = ${full_name}`
    return join(folder, 'repositories', `${row?.id}.git`)
  }
  /** One commit on top of a branch; a new one leaves `from`. */
  async function commit(repository: string, branch: string, files: Files, from = branch): Promise<string> {
    const remote = here(repository)
    const { refs } = await git.listRefs(remote, NEVER)
    const ref = refs.has(`refs/heads/${from}`) ? from : null
    const work = await git.clone(remote, place(), { ...CLONE, maxBytes: 200 * 2 ** 20, ref })
    await change(work, files)
    const parent = await work.head()
    const made = await work.commitAll({ parent, message: 'Change it', author: ADA, at: NOON })
    if (made === null) throw new Error('nothing changed')
    const expected = refs.get(`refs/heads/${branch}`) ?? null
    await work.push({ remote, branch, commit: made, expected, signal: NEVER })
    await work.remove()
    return made
  }

  return {
    ...{ team, app, owner, at, folder, git, forge, client, newName, folderOf },
    /** A local repository that the app is connected to. */
    async connect(full_name = newName(), more: { base_branch?: string } = {}) {
      await client().repository.connect(at, { provider: 'local', full_name, ...more })
      return { full_name, folder: await folderOf(full_name) }
    },
    /** That of the forge elsewhere. */
    connectElsewhere: () => client().repository.connect(at, forge.connection),
    commit,
    commitElsewhere: (branch: string, files: Files) => commit(forge.folder, branch, files),
    commitsOf: async (repository: string, branch: string) => git.repository(repository).resolve(branch),
    /** What a session does at its end. */
    async openPullRequest(full_name: string, head_branch: string, title = 'Change it') {
      const options = { db: app.atrium.db, clock: app.clock, log: collectedLog(), git, most: 100 }
      const local = localForge({
        ...options,
        folder: join(folder, 'repositories'),
        baseUrl: () => app.baseUrl,
      })
      const repository = {
        workspace_id: owner.workspace_id,
        full_name,
        base_url: null,
        access_token: null,
      }
      const draft = { title, body: 'Why', head_branch, base_branch: 'main', author: 'Atrium' }
      return local.openPullRequest(repository, draft)
    },
    write: async (files: Record<string, string>) => {
      for (const [path, content] of Object.entries(files))
        await client().source.write_file({ ...at, path }, { content })
    },
    /** The code of the app. */
    async texts(): Promise<Record<string, string>> {
      const { items } = await client().source.tree(at)
      const read = items.map(async ({ path }) => {
        const { content } = await client().source.read_file({ ...at, path })
        return [path, content] as const
      })
      return Object.fromEntries(await Promise.all(read))
    },
    /** The files of a branch. */
    async treeOf(repository: string, ref: string): Promise<string[]> {
      const work = await git.clone(here(repository), place(), { ...CLONE, ref })
      const { paths } = await work.listFiles({ under: '', most: 1_000 })
      await work.remove()
      return paths
    },
  }
}

async function change({ tree }: WorkCopy, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(tree, path)
    if (text === null) await rm(file, { recursive: true })
    else {
      await mkdir(dirname(file), { recursive: true })
      if (text.startsWith('->')) await symlink(text.slice(2), file)
      else await writeFile(file, text)
    }
  }
}

const TOKEN = 'the-token-of-ada'

/** By the status of the answer to git. */
const FAULTS: Record<number, GitFault> = { 401: 'access_denied', 403: 'access_denied', 404: 'not_found' }

/** One repository, `acme/elsewhere`, by its API and for git in memory; `fails` is the status of every answer while it is set. */
async function startForge(git: Git, folder: string) {
  await git.createRepository(folder, { branch: 'trunk' })
  const state = { fails: null as number | null, canPush: true }
  const describe = () => ({
    full_name: 'acme/elsewhere',
    default_branch: 'trunk',
    html_url: 'https://forge.example.com/acme/elsewhere',
    permissions: { push: state.canPush },
  })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request
    if (state.fails !== null) return void response.writeHead(state.fails).end('{}')
    if (url.startsWith('/api/v1/repos/acme/elsewhere')) {
      const isKnown = request.headers.authorization === `token ${TOKEN}`
      const status = isKnown ? (url.endsWith('/elsewhere') ? 200 : 404) : 401
      return void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(describe()))
    }
    response.writeHead(404).end()
  }
  const reach = ({ url }: Remote) => {
    if (state.fails !== null) throw new GitFailed(FAULTS[state.fails] ?? 'unreachable', 'The forge fails.')
    if (url !== clone_url) throw new GitFailed('not_found', 'There is no repository there.')
    return folder
  }
  const receiver = await receiveHttp(answer)
  const base_url = `http://127.0.0.1:${receiver.port}`
  const clone_url = `${base_url}/acme/elsewhere.git`
  return Object.assign(state, {
    ...{ folder, base_url, token: TOKEN, close: receiver.close },
    connection: { provider: 'gitea', full_name: 'acme/elsewhere', base_url, access_token: TOKEN } as const,
    ...{ clone_url, reach },
  })
}
