/**
 * Two apps whose records differ only in what a person may not read: whatever that person asks or changes, both answer
 * the same, and what they can see stays the same.
 */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Ask, asks, plain, put, type Side } from './hidden-sides.ts'
import { randomRuns } from './random-runs.ts'
import { useApp } from './use-app.ts'
import { useTeam } from './use-team.ts'

const ADMIN = { user_condition: { role: 'admin' } }
const SEALED = { read: ADMIN, write: ADMIN }
/** Hidden: salary and grades may not be written either; bonus and the note inside home may. */
const PROPERTIES = {
  name: { type: 'string', maxLength: 20 },
  n: { type: 'integer', minimum: 0, maximum: 9 },
  tags: { type: 'array', maxItems: 4 },
  level: { type: 'integer', rls: { write: ADMIN } },
  salary: { type: 'integer', maximum: 9, rls: SEALED },
  bonus: { type: 'integer', minimum: 0, maximum: 9, rls: { read: ADMIN } },
  grades: { type: 'array', maxItems: 3, rls: SEALED },
  home: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      door: { type: 'integer', rls: SEALED },
      note: { type: 'integer', maximum: 9, rls: { read: ADMIN } },
    },
  },
}
const FIELDS = Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]
const RECORDS = 4
const REQUESTS = 5

const app = useApp({ rate_limits: 'off' })
const { owner, viewer } = useTeam(app)
let signedIn: { owner: string; viewer: string }
let sides: { app_id: string; entity_name: string }[]
beforeAll(async () => {
  signedIn = { owner: await app.make.session(owner), viewer: await app.make.session(viewer) }
  sides = await Promise.all(
    ['left', 'right'].map(async () => {
      const { id: app_id } = await app.make.app(owner)
      await app.as(owner).schemas.set({ app_id, name: 'Person' }, { properties: PROPERTIES })
      return { app_id, entity_name: 'Person' }
    }),
  )
})

const Digit = fc.integer({ min: 0, max: 10 })
const Word = fc.constantFrom('a', 'b', 'c')
const Digits = fc.array(Digit, { maxLength: 4 })
const Seen = fc.record(
  { name: Word, n: Digit, tags: Digits, level: Digit, home: fc.record({ city: Word }) },
  { requiredKeys: ['name'] },
)
const Hidden = fc.record(
  {
    salary: Digit,
    bonus: Digit,
    grades: Digits,
    home: fc.record({ door: Digit, note: Digit }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const ofField = {
  name: Word,
  n: Digit,
  tags: Digits,
  level: Digit,
  salary: Digit,
  bonus: Digit,
  grades: Digits,
  home: fc.record({ city: Word, door: Digit, note: Digit }, { requiredKeys: [] }),
}
const Sent = fc.record(ofField, { requiredKeys: [] })
const Field = fc.constantFrom(...FIELDS, 'home.door', 'home.city')
const Where = fc.oneof(
  fc.constant({}),
  Field.chain((field) => fc.oneof(Digit, Word).map((value) => ({ [field]: value }))),
  Field.chain((field) =>
    fc
      .constantFrom('$gt', '$lte', '$ne', '$exists', '$in', '$size')
      .chain((test) => Digit.map((value) => ({ [field]: { [test]: test === '$in' ? [value] : value } }))),
  ),
)
const OPERATORS = '$set $unset $inc $mul $min $max $currentDate $addToSet $push $pull'.split(' ')
const Operators = fc.oneof(
  fc
    .tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...FIELDS))
    .chain(([operator, field]) =>
      fc
        .oneof(ofField[field] as fc.Arbitrary<unknown>, Digit)
        .map((value) => ({ [operator]: { [field]: value } })),
    ),
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.constantFrom(...FIELDS))
    .map(([from, to]) => ({ $rename: { [from]: to } })),
)
const Id = fc.integer({ min: 0, max: RECORDS }).map((n) => `rec_${n}`)
const Keys = fc.oneof(
  fc.constantFrom(...FIELDS),
  fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 3 }),
)

const q = (where: object) => JSON.stringify(where)
/** Every operation on records. */
const Request: fc.Arbitrary<Ask> = fc.oneof(
  asks(
    fc.tuple(Where, Field),
    ([where, sort]) =>
      (records, at) =>
        records.list(at, { q: q(where), sort }),
  ),
  asks(
    fc.tuple(Where, fc.constantFrom(...FIELDS)),
    ([where, fields]) =>
      (records, at) =>
        records.list(at, { q: q(where), fields }),
  ),
  asks(
    fc.tuple(Where, Field),
    ([where, distinct]) =>
      (records, at) =>
        records.page(at, { q: q(where), distinct }),
  ),
  asks(
    fc.tuple(Where, Field),
    ([where, sort]) =>
      (records, at) =>
        records.page(at, { q: q(where), sort }),
  ),
  asks(Where, (where) => (records, at) => records.count(at, { q: q(where) })),
  asks(
    fc.tuple(Where, Field, Field, fc.constantFrom('sum', 'min', 'countDistinct')),
    ([query, by, of, what]) =>
      (records, at) =>
        records.aggregate(at, { query, groupBy: [by], [what]: of } as never),
  ),
  asks(Id, (entity_id) => (records, at) => records.get({ ...at, entity_id })),
  {
    arbitrary: asks(
      fc.tuple(Id, fc.integer({ min: 1, max: 3 })),
      ([entity_id, limit]) =>
        (records, at) =>
          records.history({ ...at, entity_id }, { limit }),
    ),
    weight: 4,
  },
  asks(Sent, (body) => (records, at) => records.create(at, body)),
  asks(
    fc.array(Sent, { minLength: 1, maxLength: 3 }),
    (body) => (records, at) => records.bulk_create(at, body),
  ),
  asks(
    fc.tuple(Id, Sent),
    ([entity_id, body]) =>
      (records, at) =>
        records.update({ ...at, entity_id }, body),
  ),
  asks(
    fc.array(fc.tuple(Id, Sent), { minLength: 1, maxLength: 3 }),
    (list) => (records, at) =>
      records.bulk_update(
        at,
        list.map(([id, values]) => ({ id, ...values })),
      ),
  ),
  {
    arbitrary: asks(
      fc.tuple(Where, Operators),
      ([query, data]) =>
        (records, at) =>
          records.update_many(at, { query, data } as never),
    ),
    weight: 4,
  },
  {
    arbitrary: asks(
      fc.tuple(Keys, fc.array(Sent, { minLength: 1, maxLength: 3 })),
      ([key, list]) =>
        (records, at) =>
          records.upsert(at, { key, records: list }),
    ),
    weight: 2,
  },
  asks(fc.tuple(Id, Sent, fc.boolean()), ([entity_id, body, isNewest]) => async (records, at) => {
    const seen = (await records.get({ ...at, entity_id })) as { updated_date: string }
    const if_match = isNewest ? seen.updated_date : '2026-01-01T00:00:00.000Z'
    return records.update({ ...at, entity_id }, body, { if_match })
  }),
  asks(
    fc.tuple(Where, Field, fc.constantFrom(...FIELDS)),
    ([where, sort, fields]) =>
      async (records, at) =>
        (await records.export(at, { q: q(where), sort, fields, format: 'json' })).json(),
  ),
  asks(Id, (entity_id) => (records, at) => records.delete({ ...at, entity_id })),
  asks(Where, (where) => (records, at) => records.delete_many(at, where as never)),
  asks(
    fc.array(Sent, { minLength: 1, maxLength: 3 }),
    (list) => (records, at) =>
      records.import(at, { file: new File([JSON.stringify(list)], 'x.json', { type: 'application/json' }) }),
  ),
)

const CASES = randomRuns(40)

test(`${CASES * REQUESTS} requests answer the same, whatever is hidden`, {
  timeout: 60_000 + CASES * 1_000,
}, async () => {
  // The last two are what somebody else makes of what is hidden, signed in, so that a history of it is kept.
  const row = fc.tuple(Seen, Hidden, Hidden, Hidden, Hidden)
  const rows = fc.array(row, { minLength: RECORDS, maxLength: RECORDS })
  const requests = fc.array(Request, { minLength: REQUESTS, maxLength: REQUESTS })
  await fc.assert(
    fc.asyncProperty(rows, requests, async (given, sent) => {
      for (const [at, side] of sides.entries()) {
        await put(
          app,
          side,
          given.map((one) => merged(one[0], at === 0 ? one[1] : one[2])),
        )
        for (const [n, one] of given.entries()) {
          const next = merged(one[0].home ? { home: one[0].home } : {}, at === 0 ? one[3] : one[4])
          const hidden = app.as(signedIn.owner).records.update({ ...side, entity_id: `rec_${n}` }, next)
          // What the schema refuses on one side is hidden like the rest.
          await hidden.catch(({ status }) => expect(status).toBe(422))
        }
      }
      for (const [n, ask] of sent.entries()) {
        app.clock.move(1)
        const who = n % 2 === 0 ? viewer.token : signedIn.viewer
        const [left, right] = await Promise.all(sides.map((side) => answerOf(who, ask, side)))
        expect(left, String(ask)).toEqual(right)
        const [seenLeft, seenRight] = await Promise.all(sides.map(seenIn))
        expect(seenLeft, `after ${ask}`).toEqual(seenRight)
      }
    }),
    { numRuns: CASES, endOnFailure: true },
  )
})

/** What is hidden inside an object that is not there would show by that object. */
function merged(
  seen: { home?: object },
  { home: inside, ...hidden }: { home?: object },
): Record<string, unknown> {
  return { ...hidden, ...seen, ...(seen.home && { home: { ...inside, ...seen.home } }) }
}

async function answerOf(who: string, ask: Ask, side: Side): Promise<unknown> {
  const answer = await ask(app.as(who).records, side).catch(({ status, body }) => ({ status, body }))
  return plain(answer, side)
}

async function seenIn(side: Side): Promise<unknown> {
  const seen = (await app.as(viewer).records.list(side, { limit: 5_000 })) as { id: string }[]
  return seen.map((record) => JSON.stringify(plain(record, side))).sort()
}
