import { describe, expect, test } from 'vitest'
import { GROUND, groundApp, useArchive } from '../../../test/use-archive.ts'
import { folderArchive } from './archive.ts'

const ground = {
  ...GROUND,
  apps: [groundApp('app_1'), groundApp('app_2'), groundApp('app_3'), groundApp('app_far', 'ws_2')],
}

const folders = [
  { ...folder('fld_child'), parent_folder_id: 'fld_top', items: ['app_3', 'app_1'] },
  { ...folder('fld_top'), color: '#2563eb', icon: 'store', position: 2, app_type: 'app', items: ['app_2'] },
  { ...folder('fld_mine'), scope: 'personal', owner_id: 'usr_a', items: ['app_1'] },
  { ...folder('fld_theirs'), scope: 'personal', owner_id: 'usr_b', items: ['app_1'] },
]

const { database, empty, bring, bringBack, take } = useArchive(folderArchive)

describe('folders in an archive', () => {
  test('come in with their items in order, children before parents or after', async () => {
    expect(await bringFolders(folders)).toMatchObject({ folders: 4 })
    expect(await bringFolders(folders)).toMatchObject({ folders: 0 })
    const [top, ...others] = JSON.parse(await take(['ws_1'])).folders
    expect(others.map((one: { id: string }) => one.id)).toEqual(['fld_top', 'fld_child'])
    expect(top).toMatchObject({ id: 'fld_mine', owner_id: 'usr_a', items: ['app_1'] })
    expect(others[0]).toMatchObject({ color: '#2563eb', icon: 'store', position: 2, app_type: 'app' })
    expect(others[1]).toMatchObject({ parent_folder_id: 'fld_top', items: ['app_3', 'app_1'] })
  })

  test('go out and come back the same', async () => {
    await bringFolders(folders)
    const first = await take(null)
    await empty()
    await bringBack(first)
    expect(await take(null)).toBe(first)
  })

  test('that are there keep what was moved since', async () => {
    await bringFolders(folders)
    await database.pool.query(`update folder_items set folder_id = 'fld_top' where app_id = 'app_3'`)
    await bringFolders(folders)
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
    await expect(bringFolders(given)).rejects.toThrow(message)
    expect((await database.pool.query('select from workspaces')).rowCount).toBe(0)
  })
})

function folder(id: string, parent_folder_id: string | null = null) {
  return { id, workspace_id: 'ws_1', scope: 'workspace', name: id, parent_folder_id }
}

function bringFolders(folders: object[]) {
  return bring({ ...ground, folders })
}
