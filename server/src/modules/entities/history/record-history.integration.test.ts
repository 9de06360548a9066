import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { MOST_HISTORY_BYTES, purgeRecordChanges } from './purge-record-changes.ts'
import { changesBetween } from './record-history.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer, stranger } = useTeam(app)
const BYPASS = { headers: { 'X-Bypass-RLS': 'true' } }
let app_id: string
const session = new Map<string, string>()
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  for (const one of [owner, editor, viewer]) session.set(one.id, await app.make.session(one))
})

const signedIn = (who: Person) => app.as(session.get(who.id) ?? '').records
const entity = async (name: string, schema: Record<string, unknown>) => {
  await app.as(owner).schemas.set({ app_id, name }, schema)
  return { app_id, entity_name: name }
}
const make = async (at: { app_id: string; entity_name: string }, values: Record<string, unknown>) => {
  const { id } = await app.as(owner).records.create(at, values)
  return { ...at, entity_id: id }
}
const historyOf = (who: Person, one: Awaited<ReturnType<typeof make>>) => app.as(who).records.history(one)
/** The fields that changed, newest first. */
const fieldsIn = ({ items }: Awaited<ReturnType<typeof historyOf>>) =>
  items.map(({ kind, changes }) => [kind, ...changes.map(({ field }) => field)].join(' '))

const TEXTS = { properties: { title: { type: 'string' }, notes: { type: 'string' } } }

describe('what is kept', () => {
  test('is every change that a member makes signed in, from what to what', async () => {
    const at = await entity('Task', TEXTS)
    const one = await make(at, { title: 'a' })
    const id = one.entity_id
    app.clock.move(1)
    await signedIn(owner).update(one, { title: 'b' })
    await signedIn(editor).bulk_update(at, [{ id, ...{ title: 'c' } }])
    await signedIn(editor).update_many(at, { query: { id }, data: { $set: { notes: 'n' } } })
    await signedIn(owner).upsert(at, { key: 'title', records: [{ title: 'c', notes: 'm' }] })
    await signedIn(owner).update(one, { title: 'c' }) // stays as it is
    const { items } = await historyOf(viewer, one)
    const change = (field: string, from: string | null, to: string) => [{ field, from, to, left_out: [] }]
    expect(items.map(({ changed_by, changes }) => [changed_by, changes])).toEqual([
      [owner.email, change('notes', 'n', 'm')],
      [editor.email, change('notes', null, 'n')],
      [editor.email, change('title', 'b', 'c')],
      [owner.email, change('title', 'a', 'b')],
      [owner.email, []],
    ])
    expect(items.at(-1)).toMatchObject({ kind: 'created', changed_by_id: owner.id })
    expect(items[0]?.changed_date).toMatch(/Z$/)
  })

  test('is nothing of tokens, of the app itself, or of what was refused', async () => {
    const at = await entity('Quiet', { ...TEXTS, rls: { update: { 'data.title': 'open' } } })
    const one = await make(at, { title: 'open' })
    await app.as(owner).records.update(one, { notes: 'by a token' })
    await app.as(owner).records.update(one, { title: 'shut' }, BYPASS)
    await expect(signedIn(owner).update(one, { notes: 'x' })).rejects.toEqual(
      refusal(403, 'row_rule_refused'),
    )
    expect(fieldsIn(await historyOf(owner, one))).toEqual(['created'])
  })

  test('leaves out large values, and keeps nothing when it is turned off', async () => {
    const long = 'x'.repeat(3_000)
    expect(changesBetween({ a: long, same: [1] }, { a: 'y', same: [1], b: { long } })).toEqual([
      { field: 'a', from: null, to: 'y', left_out: ['from'] },
      { field: 'b', from: null, to: null, left_out: ['to'] },
    ])
    expect(changesBetween({ constructor: 1 }, {})).toEqual([
      { field: 'constructor', from: 1, to: null, left_out: [] },
    ])
    const without = await startApp({ record_history_days: 0 })
    const person = await without.make.person('owner')
    const records = without.as(await without.make.session(person)).records
    const path = { app_id: (await without.make.app(person)).id, entity_name: 'Task' }
    await without.as(person).schemas.set({ app_id: path.app_id, name: 'Task' }, TEXTS)
    const { id: entity_id } = await records.create(path, { title: 'a' })
    await records.update({ ...path, entity_id }, { title: 'b' })
    expect(fieldsIn(await records.history({ ...path, entity_id }))).toEqual(['created'])
  })

  test('goes after its days, and beyond what one app may have', { tags: 'slow' }, async () => {
    const at = await entity('Old', TEXTS)
    const one = await make(at, { title: '0' })
    for (const title of ['1', '2', '3']) {
      app.clock.move(60)
      await signedIn(owner).update(one, { title })
    }
    const { db } = app.atrium
    const run = (recordHistoryDays: number) =>
      purgeRecordChanges.run({ db, clock: app.clock, recordHistoryDays } as never, {}, {
        signal: new AbortController().signal,
      } as never)
    const kept = () => app.sql`select id from record_changes where record_id = ${one.entity_id}`
    await run(1)
    expect(await kept()).toHaveLength(3)
    // As much as all may take together, in the middle one: what is newer stays.
    await app.sql`update record_changes set changes = jsonb_build_array(repeat('x', ${MOST_HISTORY_BYTES}))
      where record_id = ${one.entity_id} and changes->0->>'to' = '2'`
    await run(1)
    expect(fieldsIn(await historyOf(owner, one))).toEqual(['updated title', 'created'])
    await app.sql`update record_changes set changed_date = changed_date - interval '2 days'
      where record_id = ${one.entity_id}`
    await run(1)
    expect(await kept()).toHaveLength(0)
  })
})

describe('who reads it', () => {
  const ADMIN = { user_condition: { role: 'admin' } }

  test('sees it by pages, full of what they may see', async () => {
    const at = await entity('Paged', {
      properties: { seen: { type: 'integer' }, hidden: { type: 'integer', rls: { read: ADMIN } } },
    })
    const one = await make(at, { seen: 0, hidden: 0 })
    for (let n = 1; n <= 60; n++)
      await signedIn(owner).update(one, n % 20 === 0 ? { seen: n, hidden: n } : { hidden: n })
    const first = await app.as(viewer).records.history(one, { limit: 2 })
    expect(first).toMatchObject({
      has_more: true,
      items: [{ changes: [{ to: 60 }] }, { changes: [{ to: 40 }] }],
    })
    expect(JSON.stringify(first)).not.toContain('hidden')
    const rest = await app.as(viewer).records.history(one, { limit: 2, cursor: first.next_cursor ?? '' })
    expect([fieldsIn(rest), rest.has_more, rest.next_cursor]).toEqual([
      ['updated seen', 'created'],
      false,
      null,
    ])
    expect((await app.as(editor).records.history(one, { limit: 100 })).items).toHaveLength(61)
    await expect(
      app.as(owner).records.history(await make(at, {}), { cursor: first.next_cursor ?? '' }),
    ).rejects.toMatchObject(invalidAt('query', 'cursor'))
  })

  test('learns nothing by rules that held at another time', async () => {
    const mine = { 'data.owner': '{{user.email}}' }
    const fields = { owner: { type: 'string' }, pay: { type: 'integer', rls: { read: mine } } }
    const rows = await make(await entity('Rows', { properties: fields, rls: { read: mine } }), { pay: 1 })
    const parts = await make(await entity('Parts', { properties: fields }), { pay: 1 })
    for (const one of [rows, parts]) {
      await signedIn(owner).update(one, { pay: 2 }, BYPASS)
      await signedIn(owner).update(one, { owner: viewer.email }, BYPASS)
    }
    await expect(historyOf(viewer, rows)).rejects.toEqual(refusal(403, 'editor_required'))
    const unknown = { ...rows, entity_id: 'rec_unknown' }
    await expect(historyOf(viewer, unknown)).rejects.toEqual(refusal(403, 'editor_required'))
    expect(fieldsIn(await historyOf(viewer, parts))).toEqual(['updated owner', 'created'])
    await expect(historyOf(owner, rows)).rejects.toEqual(refusal(404, 'record_not_found'))
    expect(fieldsIn(await app.as(owner).records.history(rows, {}, BYPASS))).toEqual([
      'updated owner',
      'updated pay',
      'created',
    ])
    await expect(app.as(viewer).records.history(parts, {}, BYPASS)).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
  })

  test('sees of a field only the parts that they may read, and not how large the others are', async () => {
    const home = { type: 'object', properties: { city: {}, door: { rls: { read: ADMIN } } } }
    const one = await make(await entity('Homes', { properties: { home } }), { home: { city: 'a', door: 1 } })
    await signedIn(owner).update(one, { home: { city: 'a', door: 2 } })
    await signedIn(owner).update(one, { home: { city: 'b', door: 2 } })
    await signedIn(owner).update(one, { home: { city: 'c', door: 'x'.repeat(3_000) } })
    const { items } = await historyOf(viewer, one)
    expect(items.flatMap(({ changes }) => changes)).toEqual([
      { field: 'home', from: { city: 'a' }, to: { city: 'b' }, left_out: [] },
    ])
    expect((await historyOf(owner, one)).items).toHaveLength(4)
  })

  test('sees nothing of a field with a hidden part, however deep, that was too large to be kept', async () => {
    const inner = { type: 'object', properties: { door: { rls: { read: ADMIN } } } }
    const home = { type: 'object', properties: { city: {}, inner } }
    const hidden = { inner: { door: 'hidden' } }
    const one = await make(await entity('Deep', { properties: { home } }), { home: { city: 'a', ...hidden } })
    await signedIn(owner).update(one, { home: { city: 'x'.repeat(3_000), ...hidden } })
    const { items } = await historyOf(viewer, one)
    expect(JSON.stringify(items)).not.toContain('hidden')
    expect(items.flatMap(({ changes }) => changes)).toEqual([])
    expect(fieldsIn(await historyOf(owner, one))).toEqual(['updated home', 'created'])
  })

  test('needs to be able to edit the app once the record is deleted', async () => {
    const at = await entity('Gone', {
      properties: { title: {}, pay: { rls: { read: { 'data.title': 'b' } } } },
    })
    const one = await make(at, { title: 'a', pay: 1 })
    await signedIn(owner).update(one, { title: 'b', pay: 2 })
    await signedIn(owner).delete(one)
    await expect(historyOf(viewer, one)).rejects.toEqual(refusal(404, 'record_not_found'))
    expect(fieldsIn(await historyOf(editor, one))).toEqual(['deleted', 'updated title'])
    expect(fieldsIn(await app.as(editor).records.history(one, {}, BYPASS))).toEqual([
      'deleted',
      'updated pay title',
    ])
    await expect(historyOf(owner, { ...one, entity_id: 'rec_x' })).rejects.toEqual(
      refusal(404, 'record_not_found'),
    )
    await expect(historyOf(stranger, one)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(historyOf(owner, { ...one, entity_name: 'Nothing' })).rejects.toEqual(
      refusal(404, 'entity_not_found'),
    )
  })

  test('is not shown who it was where the app hides authorship', async () => {
    const one = await make(await entity('Hushed', TEXTS), { title: 'a' })
    await signedIn(owner).update(one, { title: 'b' })
    await app.as(owner).apps.update({ app_id }, { hide_authorship: true })
    const { items } = await historyOf(viewer, one)
    expect(items.map(({ changed_by }) => changed_by)).toEqual([undefined, undefined])
    await app.as(owner).apps.update({ app_id }, { hide_authorship: false })
  })
})
