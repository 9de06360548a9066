import { describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { backupsToRemove } from './record-backup.ts'

describe('backups.list', () => {
  const app = useApp({ rate_limits: 'off' })
  const { owner, admin, editor, stranger } = useTeam(app)

  test('is for owners and admins of the workspace', async () => {
    await expect(app.as(editor).backups.list()).rejects.toEqual(refusal(403, 'admin_required'))
    const elsewhere = { workspaceId: owner.workspace_id }
    await expect(app.as(stranger).backups.list(elsewhere)).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
    const limited = await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] })
    await expect(app.as(limited).backups.list()).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
  })

  test('goes newest first, by pages, and says nothing of where they lie', async () => {
    expect((await app.as(admin).backups.list()).items).toEqual([])
    await app.sql`insert into backup_lines (line, archived_until) values ('line-1', '2026-11-15T12:00:00Z')`
    await app.sql`insert into backups (id, kind, status, started_at, completed_at, bytes, error, line) values
      ('a', 'copy', 'completed', '2026-11-15T10:00:00Z', '2026-11-15T10:01:00Z', 5000, null, 'line-1'),
      ('b', 'copy', 'failed', '2026-11-15T11:00:00Z', '2026-11-15T11:01:00Z', null, 'It was interrupted.', 'line-1'),
      ('c', 'dump', 'running', now(), null, null, null, null),
      ('k', 'copy', 'running', '2026-11-15T11:30:00Z', null, null, null, null)`
    const first = await app.as(admin).backups.list({ limit: 3 })
    expect(first.items.map(({ id, status }) => [id, status])).toEqual([
      ['c', 'running'],
      ['k', 'failed'],
      ['b', 'failed'],
    ])
    const rest = await app.as(admin).backups.list({ limit: 2, cursor: first.next_cursor ?? '' })
    expect(rest).toEqual({
      has_more: false,
      next_cursor: null,
      items: [
        {
          id: 'a',
          kind: 'copy',
          status: 'completed',
          started_at: '2026-11-15T10:00:00.000Z',
          completed_at: '2026-11-15T10:01:00.000Z',
          bytes: 5000,
          error: null,
          left_out: 0,
          verified_at: null,
          verification: null,
          point_in_time_from: '2026-11-15T10:01:00.000Z',
          point_in_time_to: '2026-11-15T12:00:00.000Z',
        },
      ],
    })
    expect(first.items.map((item) => item.point_in_time_from)).toEqual([null, null, null])
    // Nobody takes it any more: it was killed.
    expect(first.items[1]).toMatchObject({ id: 'k', error: 'It was interrupted.' })
  })

  test('can be narrowed to a status, by which one that was interrupted has failed', async () => {
    const other = await startApp({ rate_limits: 'off' })
    const { backups } = other.as(await other.make.person('owner'))
    expect((await backups.list({ status: 'completed' })).items).toEqual([])
    const ended = '2026-11-15T14:00:00Z'
    await other.sql`insert into backups (id, kind, status, started_at, completed_at) values
      ('a', 'copy', 'completed', '2026-11-15T10:00:00Z', ${ended}), ('b', 'copy', 'failed', '2026-11-15T11:00:00Z', ${ended}),
      ('k', 'copy', 'running', '2026-11-15T11:30:00Z', null), ('d', 'copy', 'completed', '2026-11-15T12:00:00Z', ${ended}),
      ('f', 'copy', 'failed', '2026-11-15T13:00:00Z', ${ended}), ('r', 'dump', 'running', now(), null)`
    const ids = async (query: { status?: 'running' | 'completed' | 'failed' }) =>
      (await backups.list(query)).items.map(({ id }) => id)
    expect(await ids({})).toEqual(['r', 'f', 'd', 'k', 'b', 'a'])
    expect(await ids({ status: 'running' })).toEqual(['r'])
    expect(await ids({ status: 'completed' })).toEqual(['d', 'a'])
    expect(await ids({ status: 'failed' })).toEqual(['f', 'k', 'b'])

    const first = await backups.list({ status: 'failed', limit: 2 })
    const cursor = first.next_cursor ?? ''
    const rest = await backups.list({ status: 'failed', limit: 2, cursor })
    expect([first.has_more, rest.items.map(({ id }) => id), rest.has_more]).toEqual([true, ['b'], false])
    await expect(backups.list({ status: 'completed', cursor })).rejects.toMatchObject(
      invalidAt('query', 'cursor'),
    )
    await expect(backups.list({ cursor })).rejects.toMatchObject(invalidAt('query', 'cursor'))
    for (const status of ['interrupted', 'Failed', 'f%', 'faile_', '\\', '', '\0'])
      await expect(backups.list({ status } as never)).rejects.toMatchObject(invalidAt('query', 'status'))
  })
})

describe('which backups go', () => {
  type Standing = Parameters<typeof backupsToRemove>[1]
  const ids = ['01', '02', '03', '04'].map((day) => `2026-11-${day}T02-41-00Z-aaaaaa`)
  const now = new Date('2026-11-05T00:00:00Z')
  const days = (removed: readonly string[]) => removed.map((id) => id.slice(8, 10))

  test.each([
    ['by count', { count: 2 }, [], [], ['01', '02']],
    ['by days', { days: 3 }, [], [], ['01']],
    ['the newest verified one stays', { count: 1 }, [ids[0], ids[1]], [], ['01', '03']],
    ['the newest stays however old it is', { days: 1 }, [], [], ['01', '02', '03']],
    ['an incomplete one takes no place of a complete one', { count: 1 }, [], [ids[2], ids[3]], ['01', '03']],
    ['the newest complete one stays by days', { days: 1 }, [], [ids[2], ids[3]], ['01', '03']],
    ['an incomplete one counts as not verified', { count: 1 }, [ids[0]], [ids[0], ids[2]], ['01', '02']],
  ])('%s', (_, keep, passed, incomplete, expected) => {
    const late = 'days' in keep && keep.days === 1 ? new Date('2027-01-01T00:00:00Z') : now
    expect(
      days(backupsToRemove(ids, { passed, incomplete } as Standing, keep as { count: number }, late)),
    ).toEqual(expected)
  })
})
