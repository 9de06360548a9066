/** What each forge is sent to the letter, and what becomes of everything that it may answer instead. */
import { describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../../platform/log.ts'
import { outboundCalls } from '../outbound-http/test/outbound-calls.ts'
import { giteaForge } from './gitea.ts'
import { githubForge } from './github.ts'
import { gitlabForge } from './gitlab.ts'
import type { ForgeFault, ForgeRepository, GitForge, MergeWish, RemoteForgeOptions } from './port.ts'
import {
  type ForgeFaultOnDemand,
  type ForgeStandIn,
  useGitea,
  useGithub,
  useGitlab,
} from './test/forge-stand-ins.ts'

const calls = useStarted(async () => outboundCalls())
const WISH: MergeWish = {
  method: 'squash',
  head_sha: null,
  author: { name: 'Ada', email: 'ada@example.com' },
}

interface Case {
  name: string
  standIn: ForgeStandIn
  make(options: RemoteForgeOptions): GitForge
  gitUser: string
  /** The path of a repository. */
  root(fullName: string): string
  authorization(token: string): string
  requests: Record<'find' | 'create' | 'read' | 'comment' | 'merge' | 'close', [string, unknown?]>
}

const CASES: Case[] = [
  {
    name: 'GitHub',
    standIn: useGithub(),
    make: githubForge,
    gitUser: 'x-access-token',
    root: (fullName) => `/api/v3/repos/${fullName}`,
    authorization: (token) => `Bearer ${token}`,
    requests: {
      find: ['GET /pulls?state=open&head=acme%3Asession%2F1&per_page=10'],
      create: ['POST /pulls', { title: 'T', body: 'B', head: 'session/1', base: 'main' }],
      read: ['GET /pulls/1'],
      comment: ['POST /issues/1/comments', { body: 'Fine.' }],
      merge: ['PUT /pulls/1/merge', { merge_method: 'squash' }],
      close: ['PATCH /pulls/1', { state: 'closed' }],
    },
  },
  {
    name: 'GitLab',
    standIn: useGitlab(),
    make: gitlabForge,
    gitUser: 'oauth2',
    root: (fullName) => `/api/v4/projects/${fullName.replace('/', '%2F')}`,
    authorization: (token) => `Bearer ${token}`,
    requests: {
      find: ['GET /merge_requests?state=opened&source_branch=session%2F1&per_page=10'],
      create: [
        'POST /merge_requests',
        { source_branch: 'session/1', target_branch: 'main', title: 'T', description: 'B' },
      ],
      read: ['GET /merge_requests/1'],
      comment: ['POST /merge_requests/1/notes', { body: 'Fine.' }],
      merge: ['PUT /merge_requests/1/merge', { squash: true }],
      close: ['PUT /merge_requests/1', { state_event: 'close' }],
    },
  },
  {
    name: 'Gitea',
    standIn: useGitea(),
    make: giteaForge,
    gitUser: 'oauth2',
    root: (fullName) => `/api/v1/repos/${fullName}`,
    authorization: (token) => `token ${token}`,
    requests: {
      find: ['GET /pulls?state=open&limit=50&page=1'],
      create: ['POST /pulls', { title: 'T', body: 'B', head: 'session/1', base: 'main' }],
      read: ['GET /pulls/1'],
      comment: ['POST /issues/1/comments', { body: 'Fine.' }],
      merge: ['POST /pulls/1/merge', { Do: 'squash' }],
      close: ['PATCH /pulls/1', { state: 'closed' }],
    },
  },
]

let count = 0

describe.each(CASES)('$name', ({ standIn, make, gitUser, root, authorization, requests }) => {
  async function scene(log = createLog('silent')) {
    const full_name = `acme/remote-${count++}`
    const bare = await standIn.createRepository(full_name)
    await bare.commit('session/1', { 'b.txt': 'x\n' }, 'main')
    const repository: ForgeRepository = {
      ...{ workspace_id: 'wsp_1', full_name, base_url: standIn.url, access_token: standIn.token },
    }
    const forge = make({ outboundHttp: calls, log, account: null })
    const open = () =>
      forge.openPullRequest(repository, {
        ...{ title: 'T', body: 'B', head_branch: 'session/1', base_branch: 'main', author: null },
      })
    return { repository, forge, open, bare }
  }

  test('is sent what its documentation says', async () => {
    const { repository, forge, open } = await scene()
    const first = standIn.calls.length
    await open()
    await forge.addComment(repository, 1, { body: 'Fine.', author: 'ada@example.com' })
    await forge.mergePullRequest(repository, 1, WISH)
    const sent = standIn.calls.slice(first)
    const path = root(repository.full_name)
    for (const [line, body = null] of [
      ...[requests.find, requests.create, requests.read, requests.comment, requests.merge],
    ]) {
      const [method, below = ''] = line.split(' ')
      expect(sent).toContainEqual(expect.objectContaining({ method, path: path + below, body }))
    }
    expect(sent.every(({ headers }) => headers.authorization === authorization(standIn.token))).toBe(true)
    expect(sent.filter(({ body }) => body !== null).map(({ headers }) => headers['content-type'])).toEqual(
      Array(3).fill('application/json'),
    )
    expect(await forge.remote(repository)).toEqual({
      url: `${standIn.url}/${repository.full_name}.git`,
      credential: { username: gitUser, password: standIn.token },
    })
  })

  test('closes as its documentation says', async () => {
    const { repository, forge, open } = await scene()
    await open()
    const first = standIn.calls.length
    await forge.closePullRequest(repository, 1)
    const [line, body] = requests.close
    const [method, below = ''] = line.split(' ')
    const path = root(repository.full_name) + below
    expect(standIn.calls.slice(first)).toContainEqual(expect.objectContaining({ method, path, body }))
  })

  test.each<[string, ForgeFaultOnDemand, ForgeFault]>([
    ['a token that is not known', { status: 401, body: { message: 'Bad credentials' } }, 'access_denied'],
    ['what the token may not', { status: 403, body: { message: 'Forbidden' } }, 'access_denied'],
    [
      'a limit that is used up',
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000000' } },
      'rate_limited',
    ],
    ['a second limit', { status: 403, headers: { 'retry-after': '60' } }, 'rate_limited'],
    [
      'a limit in words',
      { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
      'rate_limited',
    ],
    ['too many calls', { status: 429, headers: { 'retry-after': '7' } }, 'rate_limited'],
    ['a repository that is not there', { status: 404, body: { message: 'Not Found' } }, 'not_found'],
    ['one that has moved', { status: 301, headers: { location: 'http://127.0.0.1:1/other' } }, 'not_found'],
    ['what it does not want', { status: 422, body: { message: 'Validation Failed' } }, 'refused'],
    ['a conflict', { status: 409, body: { message: 'Conflict' } }, 'refused'],
    ['a fault of its own', { status: 500, body: { message: 'Oops' } }, 'unreachable'],
    ['a gateway that waits', { status: 504 }, 'unreachable'],
    ['a broken connection', 'cut', 'unreachable'],
    ['what is no JSON', 'garbage', 'unreachable'],
    ['JSON that says nothing', { status: 200, body: { hello: 1 } }, 'unreachable'],
    ['nothing', { status: 204 }, 'unreachable'],
    ['more than is read', 'huge', 'unreachable'],
  ])('reports %s', async (_, given, fault) => {
    const log = collectedLog()
    const { repository, forge } = await scene(log)
    standIn.faults.push(given)
    const failure = await forge.readRepository(repository).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'ForgeFailed', fault })
    expect(String(failure)).not.toContain(standIn.token)
    expect(log.text()).not.toContain(standIn.token)
  })

  test('says how long to wait, and what the forge says, without the token in it', async () => {
    const { repository, forge } = await scene()
    standIn.faults.push({ status: 429, headers: { 'retry-after': '7' } })
    await expect(forge.readRepository(repository)).rejects.toThrow('try again in 7 s')
    const message = `The branch is\nprotected against ${standIn.token}`
    standIn.faults.push({ status: 422, body: { message, errors: [{ message: 'by a rule' }, 'too'] } })
    await expect(forge.readRepository(repository)).rejects.toThrow(
      /refuses it: The branch is protected against \[redacted\] by a rule too$/,
    )
  })

  test('says nothing that cannot be stored or read', async () => {
    const { repository, forge, open } = await scene()
    await open()
    const [pull] = standIn.repository(repository.full_name).pulls
    if (!pull) throw new Error('there is none')
    pull.title = 'A\0 title \ud800'
    expect(await forge.readPullRequest(repository, 1)).toMatchObject({ title: 'A title \ufffd' })
    pull.created_at = 'yesterday'
    await expect(forge.readPullRequest(repository, 1)).rejects.toMatchObject({ fault: 'unreachable' })
    const body = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    standIn.faults.push({ status: 422, body })
    await expect(forge.readRepository(repository)).rejects.toMatchObject({ fault: 'refused' })
  })

  test('does not wait for ever', async () => {
    const { repository } = await scene()
    const deadlines: (number | undefined)[] = []
    const impatient = {
      ...calls,
      send: (request: Parameters<typeof calls.send>[0]) => {
        deadlines.push(request.deadlineMs)
        return calls.send({ ...request, deadlineMs: 50 })
      },
    }
    const forge = make({ outboundHttp: impatient, log: createLog('silent'), account: null })
    standIn.faults.push('hang')
    await expect(forge.readRepository(repository)).rejects.toMatchObject({ fault: 'unreachable' })
    expect(deadlines).toEqual([30_000])
  })

  test('finds the pull request whose answer was lost', async () => {
    const { open } = await scene()
    standIn.faults.push('none', 'lose answer')
    expect(await open()).toMatchObject({ number: 1, state: 'open' })
  })

  test('finds the pull request that somebody else has opened since', async () => {
    const { open, repository } = await scene()
    await open()
    // The first look sees nothing, as a moment before.
    standIn.faults.push({ status: 200, body: [] })
    expect(await open()).toMatchObject({ number: 1 })
    expect(standIn.repository(repository.full_name).pulls).toHaveLength(1)
  })

  test('a pull request that it neither makes nor shows is a refusal', async () => {
    const { open } = await scene()
    await open()
    standIn.faults.push({ status: 200, body: [] }, 'none', { status: 200, body: [] })
    await expect(open()).rejects.toMatchObject({ fault: 'refused' })
  })

  test('finds out that a merge was made whose answer was lost', async () => {
    const { repository, forge, open } = await scene()
    const { head_sha } = await open()
    const reads = standIn.calls.length
    await forge.readPullRequest(repository, 1)
    const callsOfRead = standIn.calls.length - reads
    standIn.faults.push(...Array<'none'>(callsOfRead).fill('none'), 'lose answer')
    const merged = await forge.mergePullRequest(repository, 1, { ...WISH, head_sha })
    expect(merged).toMatchObject({ state: 'merged', head_sha })
  })

  test('a merge that was not made stays a failure', async () => {
    const { repository, forge, open } = await scene()
    await open()
    const reads = standIn.calls.length
    await forge.readPullRequest(repository, 1)
    const passed = Array<'none'>(standIn.calls.length - reads).fill('none')
    standIn.faults.push(...passed, { status: 502 })
    await expect(forge.mergePullRequest(repository, 1, WISH)).rejects.toMatchObject({ fault: 'unreachable' })
    standIn.faults.push(...passed, { status: 405, body: { message: 'Merge commits are not allowed' } })
    await expect(forge.mergePullRequest(repository, 1, WISH)).rejects.toMatchObject({
      ...{ fault: 'refused', message: expect.stringContaining('Merge commits are not allowed') },
    })
    standIn.faults.push(...passed, { status: 401 })
    await expect(forge.mergePullRequest(repository, 1, WISH)).rejects.toMatchObject({
      fault: 'access_denied',
    })
    expect(await forge.readPullRequest(repository, 1)).toMatchObject({ state: 'open' })
  })

  test('a branch that moves while it is merged is not merged', async () => {
    const { repository, forge, open, bare } = await scene()
    const { head_sha } = await open()
    const reads = standIn.calls.length
    await forge.readPullRequest(repository, 1)
    const passed = Array<'none'>(standIn.calls.length - reads).fill('none')
    standIn.faults.push(...passed, { status: 409, body: { message: 'head out of date' } })
    const base = await bare.resolve('main')
    await expect(forge.mergePullRequest(repository, 1, { ...WISH, head_sha })).rejects.toMatchObject({
      fault: 'changed',
    })
    expect(await bare.resolve('main')).toBe(base)
  })

  test('a repository that the token only reads is one without a push', async () => {
    const full_name = `acme/read-only-${count++}`
    await standIn.createRepository(full_name, { can_push: false })
    const { forge, repository } = await scene()
    expect(await forge.readRepository({ ...repository, full_name })).toMatchObject({ can_push: false })
  })

  test('links lead to web addresses only', async () => {
    const { forge, repository } = await scene()
    const real = (await calls.send({
      ...{ method: 'GET', url: standIn.url + root(repository.full_name), body: null },
      ...{ keepBody: 100_000, keepBodyWhen: 'always' },
      headers: { authorization: authorization(standIn.token), accept: 'application/vnd.github+json' },
    })) as { body: Buffer }
    const links = { html_url: 'javascript:alert(1)', web_url: 'javascript:alert(1)' }
    standIn.faults.push({ status: 200, body: { ...JSON.parse(real.body.toString()), ...links } })
    expect(await forge.readRepository(repository)).toMatchObject({ web_url: null })
  })
})
