/** What becomes of the work of a session when its pushes meet others, fail, or are broken off. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { GitFailed } from '../../../../ports/git/port.ts'
import { ADD, useCoding } from '../../test/coding-scene.ts'

const scene = useCoding()
const { app, at, client, push, pushes, launch, drain, read, run, say, cancel, resume, events } = scene
const { changed, repository } = scene

/** Happens at the first push only. */
function first(step: () => Promise<void>): () => Promise<void> {
  let isDone = false
  return async () => {
    if (isDone) return
    isDone = true
    await step()
  }
}
const commitsOf = async (id: string) =>
  (await events(id)).flatMap(({ type, data }) => (type === 'commit' ? [data.commit] : []))
const held = () => app.sql`
  select from credit_holds h join coding_sessions s on s.id = h.key where s.app_id = ${at.app_id}`
const topic = () => push('topic', { 'topic.txt': 'Topic\n' }, 'main')

describe('somebody else who pushes while the session works', () => {
  test('keeps what they did, with the work in one commit on top of it', async () => {
    await topic()
    let theirs = ''
    pushes.before = first(async () => {
      theirs = await push('topic', { 'other.txt': 'Other\n' })
    })
    const session = await run(ADD, { existing_branch: 'topic' })
    expect(session).toMatchObject({ state: 'completed', outcome: 'pull_request', error_code: null })
    expect(await changed('topic', theirs)).toEqual(['added notes.txt'])
    expect(await repository().countCommits(theirs, 'topic')).toBe(1)
    expect(await commitsOf(session.id)).toEqual([await repository().resolve('topic')])
  })

  test('on the same lines ends it with merge_conflict, and a message goes on from theirs', async () => {
    await topic()
    let theirs = ''
    pushes.before = first(async () => {
      theirs = await push('topic', { 'notes.txt': 'Their note\n' })
    })
    const failed = await run(ADD, { existing_branch: 'topic' })
    expect(failed).toMatchObject({ state: 'failed', error_code: 'merge_conflict', pull_request: null })
    expect(await repository().resolve('topic')).toBe(theirs)
    expect(await held()).toEqual([])
    await say(failed.id, { text: 'Add a file more.txt with "More".' })
    await drain()
    expect(await read(failed.id)).toMatchObject({ state: 'completed', outcome: 'pull_request' })
    expect(await changed('topic', theirs)).toEqual(['added more.txt'])
  })
})

test('a repository that does not take the work ends the session with push_rejected', async () => {
  pushes.before = async () => {
    throw new GitFailed('rejected', 'The server does not take it: protected branch')
  }
  expect(await run(ADD)).toMatchObject({
    ...{ state: 'failed', error_code: 'push_rejected', outcome: null, pull_request: null },
    error_message: expect.stringContaining('rules of its branches'),
  })
  expect(await held()).toEqual([])
})

describe('a cancel', () => {
  /** As git does when it is broken off. */
  const breakOff = async (id: string, signal: AbortSignal) => {
    await cancel(id)
    if (!signal.aborted) await once(signal, 'abort')
    throw signal.reason
  }

  test.each(['before', 'after'] as const)('that comes right %s a push keeps the work', async (when) => {
    const { id } = await launch(ADD)
    let isDone = false
    pushes[when] = async ({ signal }) => {
      if (isDone) return
      isDone = true
      await breakOff(id, signal)
    }
    await drain()
    const { state, branch_name } = await read(id)
    expect(state).toBe('cancelled')
    const branch = branch_name ?? ''
    expect(await changed(branch)).toEqual(['added notes.txt'])
    expect(await repository().countCommits('main', branch)).toBe(1)
    expect(await commitsOf(id)).toEqual([await repository().resolve(branch)])
  })
})

describe('a server that is lost', () => {
  test.each(['before', 'after'] as const)('right %s a push', async (when) => {
    let losses = 0
    pushes[when] = first(async () => {
      losses++
      await app.sql`update coding_sessions set leased_until = '2000-01-01' where app_id = ${at.app_id}`
      throw new Error('lost')
    })
    const { id } = await launch(ADD)
    await drain()
    await resume()
    expect(losses).toBe(1)
    const session = await read(id)
    expect(session).toMatchObject({ state: 'completed', outcome: 'pull_request' })
    expect(await changed(session.branch_name ?? '')).toEqual(['added notes.txt'])
    expect(await repository().countCommits('main', session.branch_name ?? '')).toBe(1)
    expect(await commitsOf(id)).toEqual([await repository().resolve(session.branch_name ?? '')])
  })

  test('before the pull request is opened', async () => {
    const { id } = await run(ADD)
    await app.sql`delete from local_pull_requests`
    await app.sql`
      update coding_sessions set state = 'opening_pull_request', completed_at = null, worker = 'worker_gone',
             leased_until = '2000-01-01', pull_request = null, outcome = null where id = ${id}`
    await resume()
    expect(await read(id)).toMatchObject({ state: 'completed', outcome: 'pull_request' })
    const { items } = await client().pull_requests.list({ app_id: at.app_id }, { state: 'all' })
    expect(items).toHaveLength(1)
  })
})
