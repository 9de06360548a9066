/** GitLab's REST API v4 as its documentation has it, as far as the product uses it. */
import {
  closePull,
  mergePull,
  type PullFigures,
  type PullFile,
  readFigures,
  type StandInPull,
} from './forge-pulls.ts'
import {
  type ForgeAnswer,
  type ForgeCall,
  type ForgeState,
  type Protocol,
  pageOf,
  type StandInRepository,
} from './forge-server.ts'

const PER_PAGE = { size: 'per_page', most: 100 }
const message = (status: number, text: unknown) => ({ status, body: { message: text } })

export const gitlabProtocol: Protocol = {
  apiPath: '/api/v4',
  authorization: (token) => `Bearer ${token}`,
  gitUser: 'oauth2',
  unauthorized: message(401, '401 Unauthorized'),
  async answer(call, server) {
    // The path of a project is one part of the address.
    const { pathname } = new URL(call.path, server.url)
    const [, name = '', rest = ''] = /^\/projects\/([^/]+)(.*)$/.exec(pathname) ?? []
    const repository = server.repositories.get(decodeURIComponent(name).toLowerCase())
    if (!repository) return message(404, '404 Project Not Found')
    if (rest === '') return { status: 200, body: presentProject(server, repository) }
    if (rest === '/merge_requests')
      return call.method === 'POST' ? create(call, server, repository) : list(call, server, repository)
    const [, number, what = ''] = /^\/merge_requests\/(\d+)(?:\/(\w+))?$/.exec(rest) ?? []
    const pull = repository.pulls.find((one) => one.number === Number(number))
    if (!pull) return message(404, '404 Not found')
    return about(call, server, repository, pull, `${call.method} ${what}`)
  },
}

async function about(
  call: ForgeCall,
  server: ForgeState,
  repository: StandInRepository,
  pull: StandInPull,
  what: string,
): Promise<ForgeAnswer> {
  const figures = await readFigures(repository, pull)
  const show = async () => ({ status: 200, body: await presentMergeRequest(server, repository, pull) })
  const paged = <T>(all: readonly T[], present: (one: T) => unknown): ForgeAnswer => {
    const { items, page, headers } = pageOf(all, call, server.url, PER_PAGE)
    const next = { 'x-total': String(all.length), 'x-next-page': headers.link ? String(page + 1) : '' }
    return { status: 200, body: items.map(present), headers: { ...headers, ...next } }
  }
  switch (what) {
    case 'GET ':
      return show()
    case 'PUT ':
      if (call.body.state_event === 'close' && pull.state === 'open') await closePull(repository, pull)
      return show()
    case 'GET commits':
      return paged(figures.commits, (id) => ({ id, title: 'A commit' }))
    case 'GET diffs':
      return Number(new URL(call.path, server.url).searchParams.get('per_page')) > 30
        ? message(500, '500 Internal Server Error')
        : paged(figures.files, presentDiff)
    case 'GET notes':
      return paged([...systemNote(pull), ...pull.comments], presentNote)
    case 'POST notes': {
      const created_at = new Date().toISOString()
      const comment = { id: server.nextId(), body: call.body.body, author: 'project-bot', created_at }
      pull.comments.push(comment)
      return { status: 201, body: presentNote(comment) }
    }
    case 'PUT merge': {
      if (pull.state !== 'open') return message(405, '405 Method Not Allowed')
      if (call.body.sha !== undefined && call.body.sha !== figures.head)
        return message(409, 'SHA does not match HEAD of source branch')
      const merged = await mergePull(repository, pull, call.body.squash ? 'squash' : 'merge')
      return merged === null ? message(422, 'Branch cannot be merged') : show()
    }
    default:
      return message(404, '404 Not found')
  }
}

async function create(
  call: ForgeCall,
  server: ForgeState,
  repository: StandInRepository,
): Promise<ForgeAnswer> {
  const { title, description, source_branch: head, target_branch: base } = call.body
  if (!(await repository.resolve(`refs/heads/${head}`)))
    return message(400, { source_branch: ['does not exist'] })
  const open = repository.pulls.find((one) => one.state === 'open' && one.head === head && one.base === base)
  if (open)
    return message(409, [`Another open merge request already exists for this source branch: !${open.number}`])
  const pull: StandInPull = {
    ...{ number: repository.pulls.length + 1, title, body: description ?? '', head, base, state: 'open' },
    ...{ created_at: new Date().toISOString(), merged_at: null, frozen: null, comments: [] },
  }
  repository.pulls.push(pull)
  return { status: 201, body: await presentMergeRequest(server, repository, pull) }
}

async function list(
  call: ForgeCall,
  server: ForgeState,
  repository: StandInRepository,
): Promise<ForgeAnswer> {
  const query = new URL(call.path, server.url).searchParams
  const state = query.get('state') ?? 'all'
  const source = query.get('source_branch')
  const found = repository.pulls
    .filter((one) => state === 'all' || STATES[one.state] === state)
    .filter((one) => source === null || one.head === source)
    .toReversed()
  const { items, page, headers } = pageOf(found, call, server.url, PER_PAGE)
  const body = await Promise.all(items.map((one) => presentMergeRequest(server, repository, one)))
  return { status: 200, body, headers: { ...headers, 'x-next-page': headers.link ? String(page + 1) : '' } }
}

const STATES = { open: 'opened', closed: 'closed', merged: 'merged' }

function presentProject(server: ForgeState, repository: StandInRepository) {
  const { full_name, default_branch, can_push } = repository
  return {
    id: 7,
    path_with_namespace: full_name,
    default_branch,
    web_url: `${server.url}/${full_name}`,
    http_url_to_repo: `${server.url}/${full_name}.git`,
    permissions: {
      project_access: { access_level: can_push ? 30 : 20, notification_level: 3 },
      group_access: null,
    },
  }
}

async function presentMergeRequest(server: ForgeState, repository: StandInRepository, pull: StandInPull) {
  const figures: PullFigures = await readFigures(repository, pull)
  const { base, head, mergeBase, canMerge } = figures
  return {
    id: 20_000 + pull.number,
    iid: pull.number,
    project_id: 7,
    source_project_id: 7,
    target_project_id: 7,
    title: pull.title,
    description: pull.body,
    state: STATES[pull.state],
    draft: false,
    source_branch: pull.head,
    target_branch: pull.base,
    sha: head,
    diff_refs: { base_sha: mergeBase, head_sha: head, start_sha: base },
    web_url: `${server.url}/${repository.full_name}/-/merge_requests/${pull.number}`,
    author: { id: 1, username: 'project-bot' },
    has_conflicts: pull.state === 'open' && !canMerge,
    detailed_merge_status: pull.state !== 'open' ? 'not_open' : canMerge ? 'mergeable' : 'conflict',
    changes_count: String(figures.files.length),
    created_at: pull.created_at,
    merged_at: pull.merged_at,
  }
}

function presentDiff({ path, old_path, status, is_binary, text }: PullFile) {
  const start = text.search(/^@@ /m)
  return {
    old_path,
    new_path: path,
    a_mode: '100644',
    b_mode: '100644',
    new_file: status === 'A',
    renamed_file: status === 'R',
    deleted_file: status === 'D',
    generated_file: false,
    collapsed: false,
    too_large: false,
    diff: is_binary
      ? `Binary files a/${old_path} and b/${path} differ\n`
      : start < 0
        ? ''
        : text.slice(start),
  }
}

/** It notes what happens among what people say. */
function systemNote(pull: StandInPull): (StandInPull['comments'][number] & { system: true })[] {
  return [{ id: 1, body: 'added 1 commit', author: 'project-bot', created_at: pull.created_at, system: true }]
}

function presentNote(comment: StandInPull['comments'][number] & { system?: true }) {
  const { id, body, author, created_at, system = false } = comment
  return { id, body, author: { id: 1, username: author }, created_at, system }
}
