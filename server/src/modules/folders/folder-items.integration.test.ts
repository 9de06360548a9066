import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer, stranger } = useTeam(app)

const inFolder = async (who: Person | string, id: string) =>
  (await app.as(who).folders.tree()).folders.find((folder) => folder.id === id)?.app_ids

describe('folders.add_items', () => {
  test('an app is in one folder per scope', async () => {
    const [a, b] = [await app.make.folder(owner), await app.make.folder(owner)]
    const mine = await app.make.folder(owner, { scope: 'personal' })
    const target = await app.make.app(owner)
    const client = app.as(owner)
    for (const folder of [a, mine, b]) {
      const answer = await client.folders.add_items(
        { folder_id: folder.id },
        { app_ids: [target.id, target.id] },
      )
      expect(answer).toEqual({ linked: 1, folder_id: folder.id })
    }
    expect(await inFolder(owner, a.id)).toEqual([])
    expect(await inFolder(owner, b.id)).toEqual([target.id])
    expect(await inFolder(owner, mine.id)).toEqual([target.id])
  })

  test('personal folders of one person take nothing out of those of others', async () => {
    const target = await app.make.app(owner)
    const folders = [
      { who: editor, ...(await app.make.folder(editor, { scope: 'personal' })) },
      { who: viewer, ...(await app.make.folder(viewer, { scope: 'personal' })) },
    ]
    for (const { who, id } of folders)
      await app.as(who).folders.add_items({ folder_id: id }, { app_ids: [target.id] })
    for (const { who, id } of folders) expect(await inFolder(who, id)).toEqual([target.id])
    const [first] = folders
    await app.as(editor).folders.remove_item({ folder_id: first?.id ?? '', app_id: target.id })
    expect(await inFolder(viewer, folders[1]?.id ?? '')).toEqual([target.id])
  })

  test('an app that is there already keeps its place', async () => {
    const folder = await app.make.folder(owner)
    const [first, second] = [await app.make.app(owner), await app.make.app(owner)]
    const add = async (id: string) => {
      app.clock.move(1)
      await app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids: [id] })
    }
    await add(first.id)
    await add(second.id)
    await add(first.id)
    expect(await inFolder(owner, folder.id)).toEqual([first.id, second.id])
  })

  test('one app out of reach refuses all of them', async () => {
    const folder = await app.make.folder(owner)
    const [known, foreign] = [await app.make.app(owner), await app.make.app(stranger)]
    for (const id of ['app_nope', foreign.id]) {
      const adding = app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids: [known.id, id] })
      await expect(adding).rejects.toEqual(refusal(404, 'app_not_found'))
    }
    const limited = app.as(await app.make.token(owner, { app_ids: ['app_other'] }))
    await expect(
      limited.folders.add_items({ folder_id: folder.id }, { app_ids: [known.id] }),
    ).rejects.toEqual(refusal(404, 'app_not_found'))
    expect(await inFolder(owner, folder.id)).toEqual([])
  })

  test('takes 1 to 500 ids', async () => {
    const folder = await app.make.folder(owner)
    for (const app_ids of [[], Array(501).fill('app_x')]) {
      const adding = app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids })
      await expect(adding).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'app_ids'] }] })
    }
  })
})

describe('folders.remove_item', () => {
  test('unlinks the app, which stays in the workspace', async () => {
    const folder = await app.make.folder(owner)
    const target = await app.make.app(owner)
    const client = app.as(editor)
    await client.folders.add_items({ folder_id: folder.id }, { app_ids: [target.id] })
    const answer = await client.folders.remove_item({ folder_id: folder.id, app_id: target.id })
    expect(answer).toEqual({ unlinked: true, folder_id: folder.id, app_id: target.id })
    expect(await inFolder(owner, folder.id)).toEqual([])
    expect((await client.apps.read({ app_id: target.id })).id).toBe(target.id)
  })

  test('an app that is not in the folder, or not there at all, changes nothing and succeeds', async () => {
    const folder = await app.make.folder(owner)
    const elsewhere = await app.make.app(owner)
    const other = await app.make.folder(owner)
    await app.as(owner).folders.add_items({ folder_id: other.id }, { app_ids: [elsewhere.id] })
    for (const app_id of [elsewhere.id, 'app_unknown']) {
      const answer = await app.as(owner).folders.remove_item({ folder_id: folder.id, app_id })
      expect(answer).toEqual({ unlinked: true, folder_id: folder.id, app_id })
    }
    expect(await inFolder(owner, other.id)).toEqual([elsewhere.id])
  })

  test('a limited token reaches only its apps', async () => {
    const folder = await app.make.folder(owner)
    const [mine, other] = [await app.make.app(owner), await app.make.app(owner)]
    await app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids: [mine.id, other.id] })
    const limited = app.as(await app.make.token(owner, { app_ids: [mine.id] }))
    for (const app_id of [other.id, 'app_unknown']) {
      const removing = limited.folders.remove_item({ folder_id: folder.id, app_id })
      await expect(removing).rejects.toEqual(refusal(404, 'folder_not_found'))
    }
    await limited.folders.remove_item({ folder_id: folder.id, app_id: mine.id })
    expect(await inFolder(owner, folder.id)).toEqual([other.id])
  })
})

describe('a deleted app', () => {
  test('leaves its folders at once, and its rows go when the fact is heard', async () => {
    const folder = await app.make.folder(owner)
    const [target, kept] = [await app.make.app(owner), await app.make.app(owner)]
    await app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids: [target.id, kept.id] })
    await app.as(owner).apps.delete({ app_id: target.id })
    expect(await inFolder(owner, folder.id)).toEqual([kept.id])
    const ran = await app.atrium.jobs.drain()
    expect(ran).toContainEqual(
      expect.objectContaining({ name: expect.stringContaining('folders.forget_app'), outcome: 'completed' }),
    )
    expect(await app.sql`select app_id from folder_items where folder_id = ${folder.id}`).toEqual([
      { app_id: kept.id },
    ])
  })
})
