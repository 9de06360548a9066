import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useStarted } from '../../../test/use-started.ts'
import { ShownFault } from '../../platform/backup/backup-fault.ts'
import { openSession } from '../../platform/backup/base-copy.ts'
import { folderPlace } from '../../platform/backup/folder-place.ts'
import { purgeBackups, recordBackup } from './record-backup.ts'
import { backupStore } from './store.ts'
import { logFrom, makeManifest, putBackup } from './test/backup-scene.ts'

const database = useStarted(migratedDatabase)
const folder = useFolder()
const NOW = new Date('2026-11-19T12:00:00Z')
const deps = () => ({ db: database.db, now: () => NOW })
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const idOf = (day: string) => `2026-11-${day}T02-41-00Z-aaaaaa`
afterEach(() => database.pool.query('delete from backups'))

const rows = async (columns: string) =>
  (await database.pool.query(`select ${columns} from backups order by id`)).rows
const insert = (id: string, status: string, started: Date, more: { verification?: string } = {}) =>
  database.pool.query(
    `insert into backups (id, kind, status, started_at, completed_at, verification)
     values ($1, 'copy', $2, $3, case when $2 <> 'running' then $3::timestamptz end, $4)`,
    [id, status, started, more.verification ?? null],
  )

describe('a backup that is taken', () => {
  const wanted = { kind: 'copy', line: 'line-1' } as const

  test('is running first, and then complete with its size and the time that it says itself', async () => {
    const manifest = makeManifest(idOf('19'), { bytes: 7_000, completed_at: '2026-11-19T12:05:00.000Z' })
    const taken = await recordBackup(deps(), wanted, async (id) => {
      expect(await rows('id, kind, status, started_at, completed_at, line')).toEqual([
        { id, kind: 'copy', status: 'running', started_at: NOW, completed_at: null, line: 'line-1' },
      ])
      return manifest
    })
    expect(taken).toBe(manifest)
    expect(await rows('status, bytes::int, error, left_out, completed_at')).toEqual([
      {
        status: 'completed',
        bytes: 7_000,
        error: null,
        left_out: 0,
        completed_at: new Date(manifest.completed_at),
      },
    ])
  })

  test('is no complete one while it leaves paths out', async () => {
    const store = backupStore(database.db)
    const left_out = { count: 2, paths: [{ path: 'repositories/x', reason: 'EACCES' }] }
    await recordBackup(deps(), wanted, async (id) => makeManifest(id, { left_out }))
    const [{ id }] = await rows('id')
    expect(await rows('left_out')).toEqual([{ left_out: 2 }])
    expect((await store.age()).completed_at).toBeNull()
    expect((await store.latest()).completed_at).toBeNull()
    await store.verify(id, 'passed', NOW)
    expect(await store.standing()).toEqual({ passed: [], incomplete: [id] })
    expect((await store.lastVerification()).verified_at).toBeNull()
  })

  test.each([
    ['what is meant for people', new ShownFault('The disk is full.'), 'The disk is full.'],
    ['at most 500 letters of it', new ShownFault('x'.repeat(501)), 'x'.repeat(500)],
    [
      'nothing of paths and addresses',
      new Error('ENOSPC /srv/secret'),
      'It failed; the log of the server says why.',
    ],
  ])('and fails keeps %s, and passes the fault on', async (_, fault, error) => {
    await expect(recordBackup(deps(), wanted, () => Promise.reject(fault))).rejects.toBe(fault)
    expect(await rows('status, error, completed_at, bytes')).toEqual([
      { status: 'failed', error, completed_at: NOW, bytes: null },
    ])
  })

  test('ends those that were killed, and no other', async () => {
    await insert(idOf('01'), 'running', daysAgo(18))
    await insert(idOf('02'), 'failed', daysAgo(17))
    await insert(idOf('03'), 'completed', daysAgo(16))
    await recordBackup(deps(), wanted, async (id) => makeManifest(id))
    expect((await rows('status, error')).slice(0, 3)).toEqual([
      { status: 'failed', error: 'It was interrupted.' },
      { status: 'failed', error: null },
      { status: 'completed', error: null },
    ])
  })
})

describe('a backup while another is being taken', () => {
  test('is refused, and leaves the other as it is', async () => {
    await insert(idOf('19'), 'running', NOW)
    const session = await openSession(database.connection)
    try {
      const taking = recordBackup(deps(), { kind: 'copy', line: null }, async (id) => makeManifest(id))
      await expect(taking).rejects.toThrow('Another backup is being taken')
      expect(await rows('id, status')).toEqual([{ id: idOf('19'), status: 'running' }])
    } finally {
      await session.end()
    }
  })
})

describe('removing old backups', () => {
  let n = 0
  const newPlace = () => folderPlace(join(folder, `place-${n++}`))

  test('removes them from their place and from the list, and names the lines of log that followed them', async () => {
    const place = newPlace()
    const lines = { '15': 'line-a', '16': null, '17': 'line-b', '18': 'line-b', '19': 'line-c' }
    for (const [day, line] of Object.entries(lines)) {
      const id = idOf(day)
      await putBackup(place, id, makeManifest(id, { log: logFrom('000000010000000000000001', line) }))
      await insert(id, 'completed', NOW, day === '15' ? { verification: 'passed' } : {})
    }
    await insert(idOf('10'), 'completed', daysAgo(90)) // taken to another place
    expect((await purgeBackups(deps(), place, { count: 1 })).sort()).toEqual(['line-b'])
    expect(await place.list()).toEqual([idOf('15'), idOf('19')])
    expect((await rows('id')).map(({ id }) => id)).toEqual([idOf('10'), idOf('15'), idOf('19')])
  })

  test('forgets those that failed more than 30 days ago, and only those', async () => {
    const place = newPlace()
    const second = 1_000 / 86_400_000
    await insert('a', 'failed', daysAgo(30 + second))
    await insert('b', 'failed', daysAgo(30))
    await insert('c', 'completed', daysAgo(31))
    await insert('d', 'running', daysAgo(31))
    expect(await purgeBackups(deps(), place, { days: 1 })).toEqual([])
    expect((await rows('id')).map(({ id }) => id)).toEqual(['b', 'c', 'd'])
  })

  test('keeps one that a failed check was made of no longer than others', async () => {
    const place = newPlace()
    for (const [day, verification] of [
      ['17', 'passed'],
      ['18', 'failed'],
      ['19', 'failed'],
    ] as const) {
      await putBackup(place, idOf(day), makeManifest(idOf(day)))
      await insert(idOf(day), 'completed', NOW, { verification })
    }
    await purgeBackups(deps(), place, { count: 1 })
    expect(await place.list()).toEqual([idOf('17'), idOf('19')])
  })

  test('removes one whose manifest is damaged like any other', async () => {
    const place = newPlace()
    await putBackup(place, idOf('17'), '{"format": ')
    await putBackup(place, idOf('18'), '{}')
    const log = logFrom('000000010000000000000001', 'line-a')
    for (const day of ['16', '19']) await putBackup(place, idOf(day), makeManifest(idOf(day), { log }))
    expect(await purgeBackups(deps(), place, { count: 1 })).toEqual(['line-a'])
    expect(await place.list()).toEqual([idOf('19')])
  })
})
