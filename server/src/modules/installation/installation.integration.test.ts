import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import type { InstallationFacts } from './deps.ts'
import { checksOf, sizeBelowGib } from './installation-rules.ts'

describe('installation.read', () => {
  const app = useApp({ rate_limits: 'off' })
  const { owner, admin, editor, stranger } = useTeam(app)

  test('is for owners and admins of a workspace', async () => {
    await expect(app.as(editor).installation.read()).rejects.toEqual(refusal(403, 'admin_required'))
    const elsewhere = { workspaceId: owner.workspace_id }
    await expect(app.as(stranger).installation.read(elsewhere)).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
    const limited = await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] })
    await expect(app.as(limited).installation.read()).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
  })

  test('says how it is, the same to every workspace, and nothing of where it is', async () => {
    const answer = await app.as(admin).installation.read()
    expect(answer).toMatchObject({
      version: expect.stringMatching(/^\d/),
      nodes: 1,
      database: { kind: 'own', version: expect.stringMatching(/^\d+/), size_below_gib: 1 },
      backups: { is_on: false, completed_at: null, verified_at: null },
    })
    expect(answer.checks.map(({ check }) => check)).toContain('database_version')
    expect(answer.checks.every(({ status, advice }) => (status === 'passed') === (advice === null))).toBe(
      true,
    )
    expect(await app.as(stranger).installation.read()).toEqual(answer)
    const text = JSON.stringify(answer)
    for (const hidden of [app.databaseUrl, app.baseUrl, 'tmp', '127.0.0.1', owner.workspace_id, '@'])
      expect(text).not.toContain(hidden)
  })
})

describe('the checks', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const HOUR = 3_600_000
  const DAY = 24 * HOUR
  const job = { name: 'a.job', waiting: 1, active: 0, failed: 0, due_since: ago(60_000) }
  const backups = {
    is_on: true,
    completed_at: ago(HOUR),
    overdue_since: new Date(now.getTime() + DAY),
    verified_at: ago(DAY),
    verification: 'passed' as const,
  }
  const database = { version: '18.4', bytes: 1, nodes: 2, clock_ahead_ms: -200 }
  const well: InstallationFacts = {
    version: '1.0.0',
    is_embedded: true,
    database,
    jobs: [job],
    backups,
    free_share: 0.5,
    sends_mail: true,
    is_plain_http: false,
    checked_at: now,
  }

  test('all pass when all is well', () => {
    expect(checksOf(well).map(({ check, status }) => [check, status])).toEqual(
      [
        'database_version',
        'database_clock',
        'nodes',
        'jobs_waiting',
        'jobs_failed',
        'backups',
        'backups_verified',
        'disk',
        'mail',
        'address',
      ].map((check) => [check, 'passed']),
    )
  })

  test.each<[string, Partial<InstallationFacts>, string, RegExp]>([
    ['an old database', { database: { ...database, version: '14.2' } }, 'database_version failed', /14\.2/],
    ['clocks apart', { database: { ...database, clock_ahead_ms: 9_000 } }, 'database_clock warning', /9 sec/],
    ['nobody listening', { database: { ...database, nodes: 0 } }, 'nodes warning', /No node/],
    ['a job that waits', { jobs: [{ ...job, due_since: ago(HOUR) }] }, 'jobs_waiting warning', /60 minutes/],
    [
      'a job that waits next to a newer one',
      {
        jobs: [
          { ...job, due_since: ago(HOUR) },
          { ...job, due_since: ago(1) },
        ],
      },
      'jobs_waiting warning',
      /60 minutes/,
    ],
    ['failed jobs', { jobs: [job, { ...job, failed: 3 }] }, 'jobs_failed warning', /^3 background/],
    ['no backups', { backups: { ...backups, is_on: false } }, 'backups warning', /no backups/],
    ['an old backup', { backups: { ...backups, overdue_since: ago(1) } }, 'backups failed', /2026-11-15/],
    [
      'a failed verification',
      { backups: { ...backups, verification: 'failed' } },
      'backups_verified failed',
      /failed/,
    ],
    [
      'an old verification',
      { backups: { ...backups, verified_at: ago(31 * DAY) } },
      'backups_verified warning',
      /2026-10-15/,
    ],
    [
      'no verification',
      { backups: { ...backups, verified_at: null, verification: null } },
      'backups_verified warning',
      /No backup was verified/,
    ],
    ['little room', { free_share: 0.09 }, 'disk warning', /9 %/],
    ['no room', { free_share: 0.02 }, 'disk failed', /2 %/],
    ['an outbox', { sends_mail: false }, 'mail warning', /outbox/],
    ['http', { is_plain_http: true }, 'address warning', /http:/],
  ])('find %s', (_, change, expected, finding) => {
    const odd = checksOf({ ...well, ...change }).filter(({ status }) => status !== 'passed')
    expect(odd.map(({ check, status }) => `${check} ${status}`)).toEqual([expected])
    expect(odd[0]?.finding).toMatch(finding)
    expect(odd[0]?.advice).toMatch(/\.$/)
  })

  test('leave out what does not apply', () => {
    const none = { ...backups, completed_at: null, verified_at: null, verification: null }
    const named = checksOf({ ...well, backups: none, free_share: null }).map(({ check }) => check)
    expect(named).not.toContain('disk')
    expect(named).not.toContain('backups_verified')
  })

  test('tell the size of the database only roughly', () => {
    const GIB = 1024 ** 3
    expect([0, 1, GIB - 1, GIB, 2 * GIB, 5 * GIB, 700 * GIB].map(sizeBelowGib)).toEqual([
      1, 1, 1, 2, 4, 8, 1024,
    ])
  })
})
