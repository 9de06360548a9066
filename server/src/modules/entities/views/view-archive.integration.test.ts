import { expect, test } from 'vitest'
import { GROUND, groundApp, useArchive } from '../../../../test/use-archive.ts'
import { recordViewArchive } from './view-archive.ts'

const { empty, bring, bringBack, take } = useArchive(recordViewArchive)

const view = (id: string, more: object = {}) => ({
  id,
  app_id: 'app_1',
  entity_name: 'Task',
  owner_id: 'usr_a',
  is_shared: true,
  name: 'Due soon',
  columns: [{ field: 'title', width: 12 }],
  ...more,
})
const bringViews = (record_views: object[]) =>
  bring({ ...GROUND, apps: [groundApp('app_1'), groundApp('app_2', 'ws_2')], record_views })

test('views of records go out and come back the same, and need their app and owner', async () => {
  for (const [message, given] of [
    ['record_views[0].app_id: There is no app "app_9"', view('rvw_1', { app_id: 'app_9' })],
    ['record_views[0].owner_id: There is no user "usr_9"', view('rvw_1', { owner_id: 'usr_9' })],
    ['record_views[0].columns[0].width', view('rvw_1', { columns: [{ field: 'a', width: 1 }] })],
  ] as const)
    await expect(bringViews([given])).rejects.toThrow(message)
  expect(await bringViews([view('rvw_1'), view('rvw_2', { q: '{}', sort: '-title' })])).toMatchObject({
    record_views: 2,
  })
  const first = await take(null)
  expect(JSON.parse(first).record_views).toHaveLength(2)
  await empty()
  await bringBack(first)
  expect(await take(null)).toBe(first)
})

test('views of a person who is only in another workspace stay here, and each workspace takes its own', async () => {
  await bringViews([
    view('rvw_1'),
    view('rvw_2', { app_id: 'app_2', owner_id: 'usr_b' }),
    view('rvw_3', { owner_id: 'usr_b' }),
  ])
  const taken = async (workspaces: string[] | null) =>
    (JSON.parse(await take(workspaces)).record_views ?? []).map(({ id }: { id: string }) => id)
  expect(await taken(null)).toEqual(['rvw_1', 'rvw_2'])
  expect(await taken(['ws_1'])).toEqual(['rvw_1'])
  expect(await taken(['ws_2'])).toEqual(['rvw_2'])
})
