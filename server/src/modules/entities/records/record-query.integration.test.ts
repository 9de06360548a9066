import { describe, expect, test } from 'vitest'
import { invalidAt } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, viewer } = useTeam(app)
const OF_ADMINS = { read: { user_condition: { role: 'admin' } } }

describe('what is open inside a field that is hidden', () => {
  const sealed = { read: true, write: OF_ADMINS.read }
  const inner = { type: 'object', properties: { city: { type: 'string', rls: sealed } } }

  test.each<[string, Record<string, unknown>, string]>([
    ['right below', { ...inner, rls: OF_ADMINS }, 'home.city'],
    ['further down', { type: 'object', rls: OF_ADMINS, properties: { inner } }, 'home.inner.city'],
  ])('is found out by no question: %s', async (_, home, field) => {
    const { id: app_id } = await app.make.app(owner)
    const path = { app_id, entity_name: 'Person' }
    await app.as(owner).schemas.set({ app_id, name: 'Person' }, { properties: { home } })
    const place = { city: 'Bern' }
    const homeOf = (one: object): Record<string, unknown> => ({
      home: field === 'home.city' ? one : { inner: one },
    })
    const { id: entity_id } = await app.as(owner).records.create(path, homeOf(place))
    const { records } = app.as(viewer)
    expect((await records.list(path))[0]).not.toHaveProperty('home')

    const q = JSON.stringify({ [field]: 'Bern' })
    await expect(records.list(path, { q })).rejects.toMatchObject(invalidAt('query', 'q'))
    await expect(records.count(path, { q })).rejects.toMatchObject(invalidAt('query', 'q'))
    await expect(records.list(path, { sort: field })).rejects.toMatchObject(invalidAt('query', 'sort'))
    await expect(records.page(path, { distinct: field })).rejects.toMatchObject(
      invalidAt('query', 'distinct'),
    )
    await expect(records.aggregate(path, { groupBy: field })).rejects.toMatchObject(
      invalidAt('body', 'groupBy'),
    )
    // Nor by what may stay as it is.
    for (const city of ['Bern', 'Bonn'])
      await expect(records.update({ ...path, entity_id }, homeOf({ city }))).rejects.toMatchObject({
        code: 'field_rule_refused',
        body: { fields: [`data.${field}`] },
      })
    expect(await app.as(owner).records.list(path, { q })).toHaveLength(1)
  })
})
