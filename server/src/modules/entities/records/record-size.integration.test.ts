/** A record has at most 1 MiB, however it came to be or grew. */
import { beforeAll, describe, expect, test } from 'vitest'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const MIB = 1_048_576
const NAME = 'x'.repeat(MIB / 2)
const TOO_LARGE = { status: 413, code: 'record_too_large' }

const app = useSharedApp()
const { owner, viewer } = useTeam(app)
let at: { app_id: string; entity_name: string }
beforeAll(async () => {
  at = { app_id: (await app.make.app(owner)).id, entity_name: 'Note' }
  const properties = { name: { type: 'string' }, more: { type: 'string' }, list: { type: 'array' } }
  await app.as(owner).schemas.set({ app_id: at.app_id, name: 'Note' }, { properties })
})

const records = () => app.as(owner).records

/** Half of what a record may have. */
async function half(): Promise<string> {
  const { id } = await records().create(at, { name: NAME })
  return id
}

async function bytesOf(id: string): Promise<number> {
  const rows = await app.sql<{ bytes: number }>`
    select octet_length(data::text) as bytes from records where app_id = ${at.app_id} and id = ${id}`
  return rows[0]?.bytes ?? 0
}

test('as much as it may have is stored, one byte more is not', { tags: 'slow' }, async () => {
  const id = await half()
  const empty = (await bytesOf(id)) - NAME.length
  const { length } = ', "more": ""'
  const most = 'y'.repeat(MIB - NAME.length - empty - length)
  await records().update({ ...at, entity_id: id }, { more: most })
  expect(await bytesOf(id)).toBe(MIB)
  await expect(records().update({ ...at, entity_id: id }, { more: `${most}y` })).rejects.toMatchObject(
    TOO_LARGE,
  )
  expect(await bytesOf(id)).toBe(MIB)
})

describe('a record of which the caller may read a part', () => {
  const rls = { read: { user_condition: { role: 'admin' } } }
  const properties = { name: { type: 'string' }, sealed: { type: 'string', rls } }
  const bytes = MIB - '{"name": ""}'.length

  test.each([0, MIB / 2, MIB - 200])(
    'is limited by that part, with %i hidden bytes',
    { tags: 'slow' },
    async (hidden) => {
      const letters = { app_id: at.app_id, entity_name: `Letter${hidden}` }
      await app.as(owner).schemas.set({ app_id: at.app_id, name: letters.entity_name }, { properties })
      const { id } = await records().create(letters, { sealed: 'x'.repeat(hidden) })
      const update = (values: object) =>
        app.as(viewer).records.update({ ...letters, entity_id: id }, values as Record<string, unknown>)
      const TOO_LARGE_PART = { status: 413, code: 'record_too_large' }
      await expect(update({ name: 'x'.repeat(bytes + 1) })).rejects.toMatchObject(TOO_LARGE_PART)
      expect(await update({ name: 'x'.repeat(bytes - 100) })).toMatchObject({ id })
      // A field that is written unread has no room that could be filled to find out about the rest.
      await expect(update({ sealed: 'y'.repeat(9_000) })).rejects.toMatchObject(TOO_LARGE_PART)
      expect(await update({ sealed: 'y'.repeat(8_000) })).toMatchObject({ id })
      const wholeLimit = records().update({ ...letters, entity_id: id }, { sealed: 'z'.repeat(8_000) })
      await expect(wholeLimit).rejects.toMatchObject(TOO_LARGE_PART)
    },
  )
})

describe('what would be larger is refused, and nothing of it is stored', () => {
  const grown = { more: NAME }
  /** As JSON without spaces it fits into a body; as the database writes it, it does not fit. */
  const whole = { list: Array.from({ length: 9_000 }, () => 'x'.repeat(113)) }

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['create', () => records().create(at, whole)],
    ['bulk_create', () => records().bulk_create(at, [whole])],
    ['update', (id) => records().update({ ...at, entity_id: id }, grown)],
    ['bulk_update', (id) => records().bulk_update(at, [{ id, ...grown }])],
    ['update_many', (id) => records().update_many(at, { query: { id }, data: { $push: { list: NAME } } })],
    [
      'upsert',
      async (id) => {
        await records().update({ ...at, entity_id: id }, { more: id })
        return records().upsert(at, { key: 'more', records: [{ more: id, list: [NAME] }] })
      },
    ],
  ])('%s', async (_, write) => {
    const id = await half()
    const { count } = await records().count(at)
    await expect(write(id)).rejects.toMatchObject(TOO_LARGE)
    expect(await records().count(at)).toEqual({ count })
    expect(await bytesOf(id)).toBeLessThan(MIB * 0.6)
  })

  test('a row of an imported file is reported and left out, the others come in', async () => {
    const file = new File(
      [`{"name":"a"}\n${JSON.stringify({ name: 'y'.repeat(MIB) })}\n{"name":"c"}\n`],
      'x.jsonl',
    )
    expect(await records().import(at, { file })).toMatchObject({ status: 'partial', output: [{}, {}] })
  })

  test('while one of several that come at once is too large, the others are stored', {
    tags: 'slow',
  }, async () => {
    const ids = [await half(), await half(), await half()]
    const done = await Promise.allSettled(
      ids.map((entity_id, n) => records().update({ ...at, entity_id }, { more: n === 1 ? NAME : 'small' })),
    )
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
