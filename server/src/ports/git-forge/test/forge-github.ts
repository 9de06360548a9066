/** GitHub's REST API as its documentation has it, as far as the product uses it. */
import { closePull, mergePull, type PullFile, readFigures, type StandInPull } from './forge-pulls.ts'
import {
  type ForgeAnswer,
  type ForgeCall,
  type ForgeState,
  type Protocol,
  pageOf,
  type StandInRepository,
} from './forge-server.ts'

const PER_PAGE = { size: 'per_page', most: 100 }
const NOT_FOUND = {
  status: 404,
  body: { message: 'Not Found', documentation_url: 'https://docs.example.com' },
}

export const githubProtocol: Protocol = {
  apiPath: '/api/v3',
  authorization: (token) => `Bearer ${token}`,
  gitUser: 'x-access-token',
  unauthorized: { status: 401, body: { message: 'Bad credentials' } },
  async answer(call, server) {
    if (call.headers.accept !== 'application/vnd.github+json' || !call.headers['user-agent'])
      return { status: 403, body: { message: 'Request forbidden by administrative rules.' } }
    const { pathname } = new URL(call.path, server.url)
    const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(pathname) ?? []
    const repository = server.repositories.get(name.toLowerCase())
    if (!repository) return NOT_FOUND
    if (rest === '') return { status: 200, body: presentRepository(server, repository) }
    if (rest === '/pulls')
      return call.method === 'POST' ? create(call, server, repository) : list(call, server, repository)
    const [, kind, number, what = ''] = /^\/(pulls|issues)\/(\d+)(?:\/(\w+))?$/.exec(rest) ?? []
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
  const show = async (status: number) => ({ status, body: await presentPull(server, repository, pull) })
  switch (what) {
    case 'GET pulls ':
      return show(200)
    case 'PATCH pulls ':
      if (call.body.state === 'closed' && pull.state === 'open') await closePull(repository, pull)
      return show(200)
    case 'GET pulls files': {
      const { files } = await readFigures(repository, pull)
      const { items, headers } = pageOf(files, call, server.url, PER_PAGE)
      return { status: 200, body: items.map(presentFile), headers }
    }
    case 'PUT pulls merge':
      return merge(call, repository, pull)
    case 'GET issues comments': {
      const { items, headers } = pageOf(pull.comments, call, server.url, PER_PAGE)
      return { status: 200, body: items.map(presentComment), headers }
    }
    case 'POST issues comments': {
      const created_at = new Date().toISOString()
      const comment = { id: server.nextId(), body: call.body.body, author: 'octo-bot', created_at }
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
  const invalid = (error: object) => ({
    status: 422,
    body: { message: 'Validation Failed', errors: [{ resource: 'PullRequest', ...error }] },
  })
  for (const [field, branch] of Object.entries({ head, base })) {
    if (!(await repository.resolve(`refs/heads/${branch}`))) return invalid({ field, code: 'invalid' })
  }
  const [owner] = repository.full_name.split('/')
  if (repository.pulls.some((one) => one.state === 'open' && one.head === head && one.base === base))
    return invalid({ code: 'custom', message: `A pull request already exists for ${owner}:${head}.` })
  const pull: StandInPull = {
    ...{ number: repository.pulls.length + 1, title, body: body ?? '', head, base, state: 'open' },
    ...{ created_at: new Date().toISOString(), merged_at: null, frozen: null, comments: [] },
  }
  if ((await readFigures(repository, pull)).commits.length === 0)
    return invalid({ code: 'custom', message: `No commits between ${base} and ${head}` })
  repository.pulls.push(pull)
  return { status: 201, body: await presentPull(server, repository, pull) }
}

async function list(
  call: ForgeCall,
  server: ForgeState,
  repository: StandInRepository,
): Promise<ForgeAnswer> {
  const query = new URL(call.path, server.url).searchParams
  const state = query.get('state') ?? 'open'
  const head = query.get('head')?.split(':').slice(1).join(':')
  const found = repository.pulls
    .filter((one) => state === 'all' || (one.state === 'open') === (state === 'open'))
    .filter((one) => head === undefined || one.head === head)
    .toReversed()
  const { items, headers } = pageOf(found, call, server.url, PER_PAGE)
  const shown = await Promise.all(items.map((one) => presentPull(server, repository, one)))
  // Lists have no figures there.
  const body = shown.map(
    ({ commits, additions, deletions, changed_files, mergeable, merged, ...rest }) => rest,
  )
  return { status: 200, body, headers }
}

async function merge(
  call: ForgeCall,
  repository: StandInRepository,
  pull: StandInPull,
): Promise<ForgeAnswer> {
  const refuse = (status: number, message: string) => ({ status, body: { message } })
  if (pull.state !== 'open') return refuse(405, 'Pull Request is not mergeable')
  const { head } = await readFigures(repository, pull)
  if (call.body.sha !== undefined && call.body.sha !== head)
    return refuse(409, 'Head branch was modified. Review and try the merge again.')
  const sha = await mergePull(repository, pull, call.body.merge_method)
  if (sha === null) return refuse(405, 'Pull Request is not mergeable')
  return { status: 200, body: { sha, merged: true, message: 'Pull Request successfully merged' } }
}

function presentRepository(server: ForgeState, { full_name, default_branch, can_push }: StandInRepository) {
  return {
    id: 1,
    full_name,
    private: true,
    html_url: `${server.url}/${full_name}`,
    clone_url: `${server.url}/${full_name}.git`,
    default_branch,
    permissions: { admin: false, maintain: false, push: can_push, triage: true, pull: true },
  }
}

async function presentPull(server: ForgeState, repository: StandInRepository, pull: StandInPull) {
  const figures = await readFigures(repository, pull)
  const isOpen = pull.state === 'open'
  return {
    id: 10_000 + pull.number,
    number: pull.number,
    html_url: `${server.url}/${repository.full_name}/pull/${pull.number}`,
    title: pull.title,
    body: pull.body === '' ? null : pull.body,
    state: isOpen ? 'open' : 'closed',
    draft: false,
    locked: false,
    user: { login: 'octo-bot', id: 1 },
    base: { label: `acme:${pull.base}`, ref: pull.base, sha: figures.base, repo: { id: 1 } },
    head: { label: `acme:${pull.head}`, ref: pull.head, sha: figures.head, repo: { id: 1 } },
    created_at: pull.created_at,
    merged_at: pull.merged_at,
    merged: pull.state === 'merged',
    mergeable: isOpen ? figures.canMerge : null,
    commits: figures.commits.length,
    additions: figures.files.reduce((sum, { additions }) => sum + additions, 0),
    deletions: figures.files.reduce((sum, { deletions }) => sum + deletions, 0),
    changed_files: figures.files.length,
  }
}

function presentFile({ path, old_path, status, additions, deletions, text }: PullFile) {
  const start = text.search(/^@@ /m)
  return {
    sha: '0123456789abcdef0123456789abcdef01234567',
    filename: path,
    status: { A: 'added', M: 'modified', D: 'removed', R: 'renamed' }[status],
    additions,
    deletions,
    changes: additions + deletions,
    ...(status === 'R' && { previous_filename: old_path }),
    ...(start >= 0 && { patch: text.slice(start).replace(/\n$/, '') }),
  }
}

function presentComment({ id, body, author, created_at }: StandInPull['comments'][number]) {
  return { id, body, user: { login: author, id: 1 }, created_at, updated_at: created_at }
}
