import type { Git } from '../src/ports/git/port.ts'
import { type CodingDriver, type CodingQuery, FILES } from './coding-driver.ts'

const LIMITS = { maxFiles: 100, maxPatchBytes: 0 }

interface Session {
  id: string
  app_id: string
  state: string
  error_code: string | null
  outcome: string | null
  pull_request: { number: number } | null
  branch_name: string | null
  pushing_commit: string | null
  last_seq: number
}

/** What breaks a promise, as sentences. All sessions have ended. */
export async function findCodingFaults({
  git,
  query,
  driver,
}: {
  git: Git
  query: CodingQuery
  driver: Pick<CodingDriver, 'folders' | 'launched'>
}): Promise<string[]> {
  const wrong: string[] = []
  const sessions = await query<Session>(
    `select id, app_id, state, error_code, outcome, pull_request, branch_name, pushing_commit, last_seq
       from coding_sessions`,
  )
  const known = new Set(sessions.map(({ id }) => id))
  for (const id of driver.launched)
    if (!known.has(id)) wrong.push(`The session ${id} was answered and is gone`)
  for (const { head_branch, count } of await query<{ head_branch: string; count: number }>(
    `select head_branch, count(*)::int from local_pull_requests group by repository_id, head_branch having count(*) > 1`,
  ))
    wrong.push(`${head_branch} has ${count} pull requests`)
  for (const session of sessions) wrong.push(...(await faultsOf(session)))
  return wrong

  async function faultsOf(session: Session): Promise<string[]> {
    const { id, app_id, state, error_code, branch_name, last_seq } = session
    const faults: string[] = []
    const say = (what: string) => faults.push(`The session ${id} (${state} ${error_code ?? ''}) ${what}`)
    if (state === 'failed' && error_code === null) say('failed without a code')
    const events = await query<{ seq: number; type: string; data: { commit?: string; to?: string } }>(
      'select seq, type, data from coding_session_events where session_id = $1 order by seq',
      [id],
    )
    if (events.length !== last_seq || events.some(({ seq }, at) => seq !== at + 1))
      say('has a gap in its events')
    const folder = driver.folders.get(app_id)
    if (!folder || branch_name === null) return faults
    const repository = git.repository(folder)
    const head = await repository.resolve(branch_name)
    const commits = events.flatMap(({ type, data }) =>
      type === 'commit' && data.commit ? [data.commit] : [],
    )
    const last = commits.at(-1)
    if (last !== undefined && head !== last && head !== session.pushing_commit)
      say(`has pushed ${last}, and its branch is at ${head}`)
    if (session.outcome !== 'pull_request' || head === null) return faults
    if (session.pull_request === null) say('has no pull request')
    const passes = events.filter(({ type, data }) => type === 'state' && data.to === 'queued').length + 1
    const count = await repository.countCommits('main', branch_name)
    if (count > passes) say(`has ${count} commits for ${passes} passes`)
    const { files } = await repository.diff('main', branch_name, LIMITS)
    const notes = files.filter(({ path }) => path.startsWith('notes/')).length
    if (passes === 1 && notes !== FILES) say(`has ${notes} of its ${FILES} files`)
    return faults
  }
}
