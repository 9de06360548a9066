/** What forges say on several pages, and of pull requests that come from copies of a repository. */
import { afterEach, describe, expect, test } from 'vitest'
import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../../platform/log.ts'
import { outboundCalls } from '../outbound-http/test/outbound-calls.ts'
import { giteaForge } from './gitea.ts'
import { githubForge } from './github.ts'
import { gitlabForge } from './gitlab.ts'
import type { ForgeRepository, GitForge, RemoteForgeOptions } from './port.ts'
import { type ForgeStandIn, useGitea, useGithub, useGitlab } from './test/forge-stand-ins.ts'

const calls = useStarted(async () => outboundCalls())

interface Case {
  name: string
  standIn: ForgeStandIn
  make(options: RemoteForgeOptions): GitForge
  /** Of the API, with the path of the repository. */
  api(fullName: string): string
  pulls: string
  authorization(token: string): string
  number: 'number' | 'iid'
  /** The same pull request as one from a copy of the repository. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  fromCopy(pull: any): object
  filesAPage: number
}

const GITHUB: Case = {
  name: 'GitHub',
  standIn: useGithub(),
  make: githubForge,
  api: (fullName) => `/api/v3/repos/${fullName}`,
  pulls: '/pulls',
  authorization: (token) => `Bearer ${token}`,
  number: 'number',
  fromCopy: (pull) => ({ ...pull, head: { ...pull.head, repo: { id: 2 } } }),
  filesAPage: 100,
}
const GITLAB: Case = {
  name: 'GitLab',
  standIn: useGitlab(),
  make: gitlabForge,
  api: (fullName) => `/api/v4/projects/${fullName.replace('/', '%2F')}`,
  pulls: '/merge_requests',
  authorization: (token) => `Bearer ${token}`,
  number: 'iid',
  fromCopy: (pull) => ({ ...pull, source_project_id: 8 }),
  filesAPage: 30,
}
const GITEA: Case = {
  name: 'Gitea',
  standIn: useGitea(),
  make: giteaForge,
  api: (fullName) => `/api/v1/repos/${fullName}`,
  pulls: '/pulls',
  authorization: (token) => `token ${token}`,
  number: 'number',
  fromCopy: (pull) => ({ ...pull, head: { ...pull.head, repo_id: 6 } }),
  filesAPage: 50,
}
const CASES = [GITHUB, GITLAB, GITEA]

let count = 0

async function scene(
  { standIn, make, api, authorization }: Case,
  files: Record<string, string> = { 'b.txt': 'x\n' },
) {
  const full_name = `acme/pages-${count++}`
  const bare = await standIn.createRepository(full_name)
  await bare.commit('session/1', files, 'main')
  const repository: ForgeRepository = {
    ...{ workspace_id: 'wsp_1', full_name, base_url: standIn.url, access_token: standIn.token },
  }
  const forge = make({ outboundHttp: calls, log: createLog('silent'), account: null })
  await forge.openPullRequest(repository, {
    ...{ title: 'T', body: 'B', head_branch: 'session/1', base_branch: 'main', author: null },
  })
  const path = api(full_name)
  /** Answers each page of a list with what comes next, and all else as ever. */
  const say = (below: string, pages: unknown[][], headers: Record<string, string> = {}) => {
    standIn.faultOf = ({ method, path: asked }) => {
      const url = new URL(asked, standIn.url)
      if (method !== 'GET' || url.pathname !== path + below) return 'none'
      const page = Number(url.searchParams.get('page') ?? 1)
      const link = page < pages.length ? { link: `<${url.href}>; rel="next"` } : {}
      return { status: 200, body: pages[page - 1] ?? [], headers: { ...link, ...headers } }
    }
  }
  const read = async (below: string) => {
    const headers = { authorization: authorization(standIn.token), accept: 'application/vnd.github+json' }
    const answer = await fetch(standIn.url + path + below, { headers })
    return (await answer.json()) as Record<string, unknown>[]
  }
  return { repository, forge, say, read }
}

afterEach(() => {
  for (const { standIn } of CASES) standIn.faultOf = null
})

describe.each(CASES)('$name', (forgeCase) => {
  const { standIn, pulls, number, fromCopy, filesAPage } = forgeCase

  test('knows its own pull request from one of a copy that has a branch of the same name', async () => {
    const { repository, forge, say, read } = await scene(forgeCase)
    const [own] = await read(pulls)
    const copied = { ...fromCopy(own), [number]: 99 }
    say(pulls, [[copied, own]])
    expect(await forge.findOpenPullRequest(repository, 'session/1')).toMatchObject({ number: 1 })
    say(pulls, [[copied]])
    expect(await forge.findOpenPullRequest(repository, 'session/1')).toBeNull()
  })

  test('knows its own pull request from one of another branch', async () => {
    const { repository, forge, say, read } = await scene(forgeCase)
    say(pulls, [await read(pulls)])
    expect(await forge.findOpenPullRequest(repository, 'session/2')).toBeNull()
  })

  test('reads the files of a change from all pages, and says whether that was all', async () => {
    const most = filesAPage * 2
    const files = Array.from({ length: most }, (_, n) => [`f${String(n).padStart(3, '0')}.txt`, 'x\n'])
    const { repository, forge } = await scene(forgeCase, Object.fromEntries(files))
    expect(await forge.readPullRequest(repository, 1)).toMatchObject({
      ...{ changed_files: most, additions: most },
    })
    const read = async (maxFiles: number) => {
      const diff = await forge.readDiff(repository, 1, { maxFiles, maxPatchBytes: 100 })
      expect(new Set(diff.files.map(({ path }) => path)).size).toBe(diff.files.length)
      expect(diff.files.every(({ patch }) => patch === '@@ -0,0 +1 @@\n+x\n')).toBe(true)
      return [diff.files.length, diff.truncated]
    }
    expect(await read(most + 1)).toEqual([most, false])
    expect(await read(most)).toEqual([most, false])
    expect(await read(most - 1)).toEqual([most - 1, true])
    expect(await read(filesAPage)).toEqual([filesAPage, true])
  })

  test('is not followed when it names pages without end and says nothing new', async () => {
    const { repository, forge, say } = await scene(forgeCase)
    const below = forgeCase.name === 'GitLab' ? `${pulls}/1/diffs` : `${pulls}/1/files`
    const before = standIn.calls.length
    say(below, Array(500).fill([]))
    expect(await forge.readDiff(repository, 1, { maxFiles: 300, maxPatchBytes: 100 })).toMatchObject({
      ...{ files: [], truncated: false },
    })
    expect(standIn.calls.length - before).toBeLessThan(10)
  })
})

test.each([
  [GITLAB, 'x-total'],
  [GITEA, 'x-total-count'],
])('%# commits are counted as the forge counts them, beyond its first page', async (forgeCase, header) => {
  const { repository, forge, say } = await scene(forgeCase)
  say(`${forgeCase.pulls}/1/commits`, [Array(50).fill({ sha: 'a', id: 'a' })], { [header]: '140' })
  expect(await forge.readPullRequest(repository, 1)).toMatchObject({ commits: 140 })
})

test('Gitea is asked for the next page of open pull requests until the branch is found', async () => {
  const { repository, forge, say, read } = await scene(GITEA)
  const [own] = await read('/pulls')
  const other = { ...own, number: 99, head: { ...(own?.head as object), ref: 'other' } }
  say('/pulls', [[other], [other], [own]])
  expect(await forge.findOpenPullRequest(repository, 'session/1')).toMatchObject({ number: 1 })
})
