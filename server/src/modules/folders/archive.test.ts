import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { exportArchive } from '../../platform/archive/export-archive.ts'
import { importArchive } from '../../platform/archive/import-archive.ts'
import { createLog } from '../../platform/log.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { tenancy } from '../../tenancy/index.ts'
import { folderArchive } from './archive.ts'

const secrets = createSecrets('a key for tests only')

const NOW = new Date('2026-11-15T12:00:00Z')
const log = createLog('silent')
const collections = [...(tenancy.archive ?? []), ...folderArchive]

const ground = {
  users: [
    { id: 'usr_a', email: 'a@example.com' },
    { id: 'usr_b', email: 'b@example.com' },
  ],
  workspaces: [
    { id: 'ws_1', name: 'One' },
    { id: 'ws_2', name: 'Two' },
  ],
  members: [
    { workspace_id: 'ws_1', user_id: 'usr_a', email: 'a@example.com', role: 'owner', status: 'joined' },
    { workspace_id: 'ws_2', user_id: 'usr_b', email: 'b@example.com', role: 'owner', status: 'joined' },
  ],
  apps: [app('app_1', 'ws_1'), app('app_2', 'ws_1'), app('app_3', 'ws_1'), app('app_far', 'ws_2')],
}

const folders = [
  { ...folder('fld_child'), parent_folder_id: 'fld_top', items: ['app_3', 'app_1'] },
  { ...folder('fld_top'), color: '#2563eb', icon: 'store', position: 2, app_type: 'app', items: ['app_2'] },
  { ...folder('fld_mine'), scope: 'personal', owner_id: 'usr_a', items: ['app_1'] },
  { ...folder('fld_theirs'), scope: 'personal', owner_id: 'usr_b', items: ['app_1'] },
]

const database = useStarted(migratedDatabase)

beforeEach(() => database.pool.query('truncate users, workspaces cascade'))

describe('folders in an archive', () => {
  test('come in with their items in order, children before parents or after', async () => {
    expect(await bring(folders)).toMatchObject({ folders: 4 })
    expect(await bring(folders)).toMatchObject({ folders: 0 })
    const [top, ...others] = JSON.parse(await take(['ws_1'])).folders
    expect(others.map((one: { id: string }) => one.id)).toEqual(['fld_top', 'fld_child'])
    expect(top).toMatchObject({ id: 'fld_mine', owner_id: 'usr_a', items: ['app_1'] })
    expect(others[0]).toMatchObject({ color: '#2563eb', icon: 'store', position: 2, app_type: 'app' })
    expect(others[1]).toMatchObject({ parent_folder_id: 'fld_top', items: ['app_3', 'app_1'] })
  })

  test('go out and come back the same', async () => {
    await bring(folders)
    const first = await take(null)
    await database.pool.query('truncate users, workspaces cascade')
    await importText(first)
    expect(await take(null)).toBe(first)
  })

  test('that are there keep what was moved since', async () => {
    await bring(folders)
    await database.pool.query(`update folder_items set folder_id = 'fld_top' where app_id = 'app_3'`)
    await bring(folders)
    const child = JSON.parse(await take(null)).folders.find((one: { id: string }) => one.id === 'fld_child')
    expect(child.items).toEqual(['app_1'])
  })

  test.each<[string, object[]]>([
    ['folders[0].owner_id: Field required for a personal', [{ ...folder('f'), scope: 'personal' }]],
    ['folders[0].owner_id: A workspace folder has no owner', [{ ...folder('f'), owner_id: 'usr_a' }]],
    ['folders[0].owner_id: There is no user', [{ ...folder('f'), scope: 'personal', owner_id: 'usr_z' }]],
    ['folders[0].workspace_id: There is no workspace', [{ ...folder('f'), workspace_id: 'ws_9' }]],
    ['folders[0].parent_folder_id: There is no folder', [{ ...folder('f'), parent_folder_id: 'fld_9' }]],
    [
      'folders[1].parent_folder_id: Parent and child',
      [folder('f'), { ...folder('g', 'f'), workspace_id: 'ws_2' }],
    ],
    [
      'folders[1].parent_folder_id: Parent and child',
      [folder('f'), { ...folder('g', 'f'), scope: 'personal', owner_id: 'usr_a' }],
    ],
    ['folders[0].parent_folder_id: A folder has at most 20', [folder('f', 'g'), folder('g', 'f')]],
    [
      'folders[21].parent_folder_id: A folder has at most 20',
      Array.from({ length: 22 }, (_, n) => (n === 0 ? folder('f0') : folder(`f${n}`, `f${n - 1}`))),
    ],
    ['folders[500]: A workspace has at most 500', Array.from({ length: 501 }, (_, n) => folder(`f${n}`))],
    ['folders[0].items[1]: There is no app "app_9"', [{ ...folder('f'), items: ['app_1', 'app_9'] }]],
    ['folders[0].items[0]: The app "app_far" is of another', [{ ...folder('f'), items: ['app_far'] }]],
    [
      'folders[0].items[1]: The app "app_1" is in the folder "f"',
      [{ ...folder('f'), items: ['app_1', 'app_1'] }],
    ],
    [
      'folders[1].items[0]: The app "app_1" is in the folder "f"',
      [
        { ...folder('f'), items: ['app_1'] },
        { ...folder('g'), items: ['app_1'] },
      ],
    ],
  ])('are refused: %s', async (message, given) => {
    await expect(bring(given)).rejects.toThrow(message)
    expect((await database.pool.query('select from workspaces')).rowCount).toBe(0)
  })
})

function app(id: string, workspace_id: string) {
  return { id, workspace_id, owner_id: 'usr_a', name: id, kind: 'app' }
}

function folder(id: string, parent_folder_id: string | null = null) {
  return { id, workspace_id: 'ws_1', scope: 'workspace', name: id, parent_folder_id }
}

function bring(given: object[]) {
  return importText(JSON.stringify({ format: 'atrium-archive', version: 1, ...ground, folders: given }))
}

function importText(content: string) {
  return importArchive({
    db: database.db,
    collections,
    source: Readable.from([Buffer.from(content)]),
    now: NOW,
    log,
    secrets,
  })
}

async function take(workspace_ids: string[] | null): Promise<string> {
  const sink = new PassThrough()
  const whole = text(sink)
  await exportArchive({ db: database.db, collections, scope: { workspace_ids }, form: 'document', sink })
  sink.end()
  return whole
}
