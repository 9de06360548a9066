/** The API v1 of Gitea and Forgejo as it is, as far as the product uses it. */
import { closePull, mergePull, type PullFile, readFigures, type StandInPull } from './forge-pulls.ts'
import {
  type ForgeAnswer,
  type ForgeCall,
  type ForgeState,
  type Protocol,
  pageOf,
  type StandInRepository,
} from './forge-server.ts'

const LIMIT = { size: 'limit', most: 50 }
const message = (status: number, text: string) => ({
  status,
  body: { message: text, url: 'https://gitea.example.com/api/swagger' },
})
const NOT_FOUND = message(404, "The target couldn't be found.")

export const giteaProtocol: Protocol = {
  apiPath: '/api/v1',
  authorization: (token) => `token ${token}`,
  gitUser: 'oauth2',
  unauthorized: message(401, 'invalid username, password or token'),
  async answer(call, server) {
    const { pathname } = new URL(call.path, server.url)
    const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(pathname) ?? []
    const repository = server.repositories.get(name.toLowerCase())
    if (!repository) return NOT_FOUND
    if (rest === '') return { status: 200, body: presentRepository(server, repository) }
    if (rest === '/pulls')
      return call.method === 'POST' ? create(call, server, repository) : list(call, server, repository)
    const [, kind, number, what = ''] = /^\/(pulls|issues)\/(\d+)(?:[/.](\w+))?$/.exec(rest) ?? []
    const pull = repository.pulls.find((one) => one.number === Number(number))
    if (!pull) return NOT_FOUND
    return about(call, server, repository, pull, `${call.method} ${kind} ${what}`)
  },
}

async function about(
  call: ForgeCall,
  server: ForgeState,
  repository: StandInRepository,
  pull: StandInPull,
  what: string,
): Promise<ForgeAnswer> {
  const { commits, files } = await readFigures(repository, pull)
  const paged = <T>(all: readonly T[], present: (one: T) => unknown): ForgeAnswer => {
    const { items, headers } = pageOf(all, call, server.url, LIMIT)
    const total = { 'x-total-count': String(all.length) }
    return { status: 200, body: items.map(present), headers: { ...headers, ...total } }
  }
  switch (what) {
    case 'GET pulls ':
      return { status: 200, body: await presentPull(server, repository, pull) }
    case 'PATCH pulls ':
      if (pull.state === 'merged') return message(412, 'pull request already merged')
      if (call.body.state === 'closed' && pull.state === 'open') await closePull(repository, pull)
      return { status: 201, body: await presentPull(server, repository, pull) }
    case 'GET pulls commits':
      return paged(commits, (sha) => ({ sha }))
    case 'GET pulls files':
      return paged(files, presentFile)
    case 'GET pulls diff':
      return { status: 200, body: files.map(({ text }) => text).join('') }
    case 'POST pulls merge':
      return merge(call, repository, pull)
    case 'GET issues comments':
      return { status: 200, body: pull.comments.map(presentComment) }
    case 'POST issues comments': {
      const created_at = new Date().toISOString()
      const comment = { id: server.nextId(), body: call.body.body, author: 'tea-bot', created_at }
      pull.comments.push(comment)
      return { status: 201, body: presentComment(comment) }
    }
    default:
      return NOT_FOUND
  }
}

async function create(
  call: ForgeCall,
  server: ForgeState,
  repository: StandInRepository,
): Promise<ForgeAnswer> {
  const { title, body, head, base } = call.body
  for (const branch of [head, base]) {
    if (!(await repository.resolve(`refs/heads/${branch}`))) return NOT_FOUND
  }
  if (repository.pulls.some((one) => one.state === 'open' && one.head === head && one.base === base))
    return message(409, `pull request already exists for these targets [head_branch: ${head}]`)
  const pull: StandInPull = {
    ...{ number: repository.pulls.length + 1, title, body: body ?? '', head, base, state: 'open' },
    ...{ created_at: new Date().toISOString(), merged_at: null, frozen: null, comments: [] },
  }
  repository.pulls.push(pull)
  return { status: 201, body: await presentPull(server, repository, pull) }
}

async function list(
  call: ForgeCall,
  server: ForgeState,
  repository: StandInRepository,
): Promise<ForgeAnswer> {
  const state = new URL(call.path, server.url).searchParams.get('state') ?? 'open'
  const found = repository.pulls
    .filter((one) => state === 'all' || (one.state === 'open') === (state === 'open'))
    .toReversed()
  const { items, headers } = pageOf(found, call, server.url, LIMIT)
  const body = await Promise.all(items.map((one) => presentPull(server, repository, one)))
  return { status: 200, body, headers: { ...headers, 'x-total-count': String(found.length) } }
}

async function merge(
  call: ForgeCall,
  repository: StandInRepository,
  pull: StandInPull,
): Promise<ForgeAnswer> {
  // Odd, but so it is.
  if (pull.state === 'closed') return NOT_FOUND
  if (pull.state === 'merged') return message(405, '')
  const { head, canMerge } = await readFigures(repository, pull)
  if (!canMerge) return message(405, 'Please try again later')
  if (call.body.head_commit_id !== undefined && call.body.head_commit_id !== head)
    return message(409, 'head out of date')
  await mergePull(repository, pull, call.body.Do)
  return { status: 200 }
}

function presentRepository(server: ForgeState, { full_name, default_branch, can_push }: StandInRepository) {
  return {
    id: 5,
    full_name,
    html_url: `${server.url}/${full_name}`,
    clone_url: `${server.url}/${full_name}.git`,
    default_branch,
    permissions: { admin: false, push: can_push, pull: true },
  }
}

async function presentPull(server: ForgeState, repository: StandInRepository, pull: StandInPull) {
  const { base, head, mergeBase, canMerge } = await readFigures(repository, pull)
  const isThere = (await repository.resolve(`refs/heads/${pull.head}`)) !== null
  return {
    id: 30_000 + pull.number,
    number: pull.number,
    html_url: `${server.url}/${repository.full_name}/pulls/${pull.number}`,
    title: pull.title,
    body: pull.body,
    state: pull.state === 'open' ? 'open' : 'closed',
    merged: pull.state === 'merged',
    mergeable: pull.state === 'open' && canMerge,
    user: { id: 1, login: 'tea-bot' },
    base: { label: pull.base, ref: pull.base, sha: base, repo_id: 5 },
    head: {
      label: pull.head,
      ref: isThere ? pull.head : `refs/pull/${pull.number}/head`,
      sha: head,
      repo_id: 5,
    },
    merge_base: mergeBase,
    created_at: pull.created_at,
    merged_at: pull.merged_at,
  }
}

function presentFile({ path, old_path, status, additions, deletions }: PullFile) {
  return {
    filename: path,
    ...(status === 'R' && { previous_filename: old_path }),
    status: { A: 'added', M: 'changed', D: 'deleted', R: 'renamed' }[status],
    additions,
    deletions,
    changes: additions + deletions,
  }
}

function presentComment({ id, body, author, created_at }: StandInPull['comments'][number]) {
  return { id, body, user: { id: 1, login: author }, created_at, updated_at: created_at }
}
