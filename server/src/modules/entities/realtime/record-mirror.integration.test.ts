/** Anyone who listens and keeps what they hear has in the end what they would get by reading. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Heard, listen } from '../../../../test/listen.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

const ADMIN = { user_condition: { role: 'admin' } }
const MINE = { created_by_id: '{{user.id}}' }
const rule = fc.constantFrom<unknown>(
  true,
  ADMIN,
  MINE,
  { $or: [MINE, { 'data.level': { $gte: 2 } }] },
  { 'data.level': { $lt: 3 } },
  { $nor: [{ 'data.title': 'a' }] },
)
const values = fc.record(
  { title: fc.constantFrom('a', 'b', 'c'), level: fc.integer({ min: 0, max: 4 }), note: fc.string() },
  { requiredKeys: ['title'] },
)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create'), values }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('update'), at: fc.nat(), values }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('raise'), values }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('under any rules and changes', { tags: 'slow', timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      rule,
      rule,
      fc.array(step, { minLength: 10, maxLength: 40 }),
      async (row, field, steps) => {
        const { app_id, room, people } = await scene(row, field)
        const listeners = await Promise.all(
          people.map((token) => listen(app.baseUrl, { app_id, ...(token && { token }) })),
        )
        for (const one of listeners) expect(await one.join(room)).toMatchObject({ ok: true })
        await carryOut(app_id, people[1] ?? '', steps)

        // Each change is judged by the rules of the moment: one that its owner sees by any of them comes behind all.
        const of = { app_id, entity_name: 'Task' }
        const judged = await app.as(owner).records.create(of, { title: 'b', level: 2 })
        await expect.poll(() => listeners[0]?.heard(room).at(-1)?.id).toBe(judged.id)

        // So does a last one that everybody sees.
        await app.as(owner).schemas.set({ app_id, name: 'Task' }, schemaWith(true, field))
        const last = await app.as(owner).records.create(of, { title: 'last' })
        for (const [index, one] of listeners.entries()) {
          await expect.poll(() => one.heard(room).at(-1)?.id).toBe(last.id)
          await app.as(owner).schemas.set({ app_id, name: 'Task' }, schemaWith(row, field))
          const kept = mirror(one.heard(room).slice(0, -1))
          const token = people[index]
          const client = token ? app.as(token) : app.anonymous
          const list = (await client.records.list(of)).filter(({ id }) => id !== last.id)
          expect(kept).toEqual(new Map(list.map((record) => [record.id, record])))
        }
      },
    ),
    { numRuns: randomRuns(6) },
  )
})

const schemaWith = (read: unknown, field: unknown) => ({
  properties: {
    title: { type: 'string' },
    level: { type: 'integer' },
    note: { type: 'string', rls: { read: field } },
  },
  rls: { read },
})

/** An app that is open, listened to by its owner, one of its own users, and somebody who did not sign in. */
async function scene(row: unknown, field: unknown) {
  const made = await app.make.app(owner)
  const app_id = made.id
  await app.as(owner).apps.update({ app_id }, { public_settings: 'public_without_login' })
  await app.as(owner).schemas.set({ app_id, name: 'Task' }, schemaWith(row, field))
  const user = await app.make.appUser(made)
  return { app_id, room: `entities:${app_id}:Task`, people: [owner.token, user.token, ''] }
}

async function carryOut(app_id: string, userToken: string, steps: readonly Step[]) {
  const of = { app_id, entity_name: 'Task' }
  const [asOwner, asUser] = [app.as(owner).records, app.as(userToken).records]
  const ids: string[] = []
  for (const [index, one] of steps.entries()) {
    const records = index % 3 === 0 ? asUser : asOwner
    if ('values' in one && one.do === 'create') ids.push((await records.create(of, one.values)).id)
    else if ('values' in one && one.do === 'raise')
      await asOwner.update_many(of, { query: { title: one.values.title }, data: { $inc: { level: 1 } } })
    else if ('at' in one && ids.length > 0) {
      const entity_id = ids[one.at % ids.length] ?? ''
      if ('values' in one) await records.update({ ...of, entity_id }, one.values)
      else {
        await asOwner.delete({ ...of, entity_id })
        ids.splice(ids.indexOf(entity_id), 1)
      }
    }
  }
}

/** What a client keeps; each event must fit what it has. */
function mirror(events: readonly Heard[]): Map<string, object> {
  const kept = new Map<string, object>()
  for (const { type, id, data } of events) {
    expect(kept.has(id), `${type} of ${id}`).toBe(type !== 'create')
    if (type === 'delete') kept.delete(id)
    else kept.set(id, data)
  }
  return kept
}
