import { expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'

test('records read at once are each their own, of any app and entity; one that is not there hinders none', async () => {
  const app = await startApp({ rate_limits: 'off' })
  const owner = await app.make.person('owner')
  const { records, schemas } = app.as(owner)
  const made: { app_id: string; entity_name: string; entity_id: string; title: string }[] = []
  for (const title of ['One', 'Two']) {
    const { id: app_id } = await app.make.app(owner)
    for (const entity_name of ['Task', 'Note']) {
      await schemas.set({ app_id, name: entity_name }, { properties: { title: { type: 'string' } } })
      const { id } = await records.create({ app_id, entity_name }, { title: `${title} ${entity_name}` })
      made.push({ app_id, entity_name, entity_id: id, title: `${title} ${entity_name}` })
    }
  }
  const [first] = made as [(typeof made)[number]]
  const elsewhere = made.map((one) => ({ ...one, entity_id: 'rec_none', title: 'record_not_found' }))
  const wanted = [first, ...made, ...elsewhere, ...made].map(({ title, ...path }) => ({ title, path }))
  const outcomes = await Promise.allSettled(wanted.map(({ path }) => records.get(path)))
  const titles = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : { title: one.reason.code }))
  expect(titles).toMatchObject(wanted.map(({ title }) => ({ title })))
})
