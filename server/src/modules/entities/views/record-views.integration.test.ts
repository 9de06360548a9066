import { MAX_RECORD_VIEWS } from '@atrium/contract/record-views'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, editor, viewer, stranger } = useTeam(app)
let app_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  await app.as(owner).schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
})

const views = (who: Person | string) => app.as(who).record_views
const make = (who: Person, name: string, more: object = {}) =>
  views(who).create({ app_id }, { entity_name: 'Task', name, ...more })
const names = async (who: Person) =>
  (await views(who).list({ app_id }, { entity_name: 'Task' })).items.map(({ name }) => name)

describe('views of records', () => {
  test('keep filter, order and columns, for their owner or for all who edit the app', async () => {
    const look = {
      q: '{"title": "x"}',
      sort: 'title,-created_date',
      columns: [
        { field: 'title', width: 20, pinned: true },
        { field: 'id', hidden: true },
      ],
    }
    const made = await make(owner, 'Mine', look)
    expect(made).toMatchObject({ ...look, name: 'Mine', is_shared: false, owner_id: owner.id })
    await make(owner, 'Ours', { is_shared: true })
    expect(await names(owner)).toEqual(['Mine', 'Ours'])
    expect(await names(editor)).toEqual(['Ours'])
    expect((await views(owner).list({ app_id }, { entity_name: 'Other' })).items).toEqual([])
    expect((await views(owner).list({ app_id }, { entity_name: 'Task' })).items[0]).toEqual(made)
  })

  test('are changed by their owner, shared ones by every editor; only the owner takes one back', async () => {
    const { id } = await make(owner, 'Before')
    const at = { app_id, view_id: id }
    await expect(views(editor).update(at, { name: 'x' })).rejects.toEqual(
      refusal(404, 'record_view_not_found'),
    )
    await expect(views(editor).delete(at)).rejects.toEqual(refusal(404, 'record_view_not_found'))
    const shared = await views(owner).update(at, { is_shared: true, q: null, columns: [{ field: 'title' }] })
    expect(shared).toMatchObject({ name: 'Before', is_shared: true, columns: [{ field: 'title' }] })
    expect(await views(editor).update(at, { name: 'After', is_shared: true })).toMatchObject({
      name: 'After',
      owner_id: owner.id,
    })
    await expect(views(editor).update(at, { is_shared: false })).rejects.toEqual(
      refusal(403, 'record_view_of_other'),
    )
    expect(await views(owner).update(at, { is_shared: false })).toMatchObject({ is_shared: false })
    expect(await views(owner).delete(at)).toEqual({ deleted: true })
    await expect(views(owner).delete(at)).rejects.toEqual(refusal(404, 'record_view_not_found'))
    await expect(views(owner).update(at, {})).rejects.toEqual(refusal(404, 'record_view_not_found'))
    const { items } = await app.as(owner).audit.list({ limit: 50 })
    const actions = items.filter(({ target_id }) => target_id === id).map(({ action }) => action)
    expect(actions).toEqual([
      'record_views.delete',
      ...Array.from({ length: 3 }, () => 'record_views.update'),
      'record_views.create',
    ])
  })

  test('belong to their app, which one must be able to edit', async () => {
    const other = (await app.make.app(owner)).id
    const { id: view_id } = await make(owner, 'Here', { is_shared: true })
    for (const call of [
      () => views(owner).update({ app_id: other, view_id }, { name: 'x' }),
      () => views(owner).delete({ app_id: other, view_id }),
    ])
      await expect(call()).rejects.toEqual(refusal(404, 'record_view_not_found'))
    for (const [who, status, code] of [
      [viewer, 403, 'editor_required'],
      [stranger, 404, 'app_not_found'],
    ] as const)
      for (const call of [
        () => views(who).list({ app_id }, { entity_name: 'Task' }),
        () => make(who, 'x'),
        () => views(who).update({ app_id, view_id }, { name: 'x' }),
        () => views(who).delete({ app_id, view_id }),
      ])
        await expect(call()).rejects.toEqual(refusal(status, code))
    await expect(views(owner).create({ app_id }, { entity_name: 'Nothing', name: 'x' })).rejects.toEqual(
      refusal(404, 'entity_not_found'),
    )
    await expect(make(owner, ' ')).rejects.toMatchObject(invalidAt('body', 'name'))
    await expect(make(owner, 'x', { columns: [{ field: 'a', width: 1000 }] })).rejects.toMatchObject(
      invalidAt('body', 'columns', 0, 'width'),
    )
  })

  test('are so many for each person, also when they come at once', { tags: 'slow' }, async () => {
    await app.as(owner).schemas.set({ app_id, name: 'Many' }, {})
    const one = () => views(editor).create({ app_id }, { entity_name: 'Many', name: 'x' })
    for (let n = 0; n < MAX_RECORD_VIEWS - 1; n++) await one()
    const last = await Promise.allSettled([one(), one(), one()])
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(one()).rejects.toEqual(refusal(409, 'record_view_limit_reached'))
    await expect(views(owner).create({ app_id }, { entity_name: 'Many', name: 'x' })).resolves.toBeDefined()
    await app.as(owner).schemas.set({ app_id, name: 'Other' }, {})
    await expect(views(editor).create({ app_id }, { entity_name: 'Other', name: 'x' })).resolves.toBeDefined()
  })
})
