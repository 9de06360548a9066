/** The worker of a session is lost behind every write that it makes: what it did since is there, and nobody knows of it. */
import { beforeEach, expect, test } from 'vitest'
import { ADD, useCoding } from '../test/coding-scene.ts'

const { app, at, client, launch, drain, read, resume, events, changed, repository } = useCoding()

beforeEach(async () => {
  await app.sql`create table if not exists cuts (point text primary key)`
  await app.sql`
    create or replace function cut_session() returns trigger language plpgsql as $$
    begin
      delete from cuts where new.completed_at is null
        and (point = new.last_seq::text or (point = 'push' and new.pushing_commit is not null));
      if found then new.leased_until := '2000-01-01'; end if;
      return new;
    end $$`
  await app.sql`
    create or replace trigger cut_session before update on coding_sessions
      for each row execute function cut_session()`
})

test('a session goes on behind every point, with one pull request, one commit and no gap', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const points = ['push', ...Array.from({ length: 12 }, (_, at) => String(at + 1))]
  for (const [done, point] of points.entries()) {
    await app.sql`insert into cuts values (${point})`
    const { id } = await launch(ADD)
    await drain()
    expect(await app.sql`select from cuts`, point).toEqual([])
    await resume()
    const session = await read(id)
    expect(session, point).toMatchObject({ state: 'completed', outcome: 'pull_request' })
    const branch = session.branch_name ?? ''
    expect(await changed(branch)).toEqual(['added notes.txt'])
    expect(await repository().countCommits('main', branch)).toBe(1)
    const happened = await events(id)
    expect(happened.map(({ seq }) => seq)).toEqual(happened.map((_, index) => index + 1))
    const commits = happened.filter(({ type }) => type === 'commit')
    expect(commits.at(-1)?.data.commit).toBe(await repository().resolve(branch))
    const calls = happened.flatMap(({ type, data }) => (type === 'tool_result' ? [data.call_id] : []))
    expect(new Set(calls).size).toBe(calls.length)
    const { items } = await client().pull_requests.list({ app_id: at.app_id }, { state: 'all' })
    expect(items.length).toBe(done + 1)
  }
})
