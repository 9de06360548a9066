/**
 * Two apps whose records differ only in what a person may not read: whatever that person asks or changes, both answer
 * the same, and what they can see stays the same.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { SharedApp } from './app.ts'
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
/** In `seal` nobody but admins reads; in `draft` only admins read, and everybody writes. */
const LETTER = {
  name: { type: 'string' },
  text: { type: 'string' },
  seal: { type: 'string', rls: SEALED },
  draft: { type: 'string', rls: { read: ADMIN } },
  mine: { type: 'string', rls: { read: { created_by_id: '{{user.id}}' } } },
}
const FIELDS = Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]
const RECORDS = 4
const REQUESTS = 5

// On a busy machine a list of many MiB takes longer than strangers may ask.
const app = useApp({ rate_limits: 'off' }, { longestQueryMs: 120_000 })
const { owner, viewer } = useTeam(app)
let signedIn: { owner: string; viewer: string }
let sides: { app_id: string; entity_name: string }[]
beforeAll(async () => {
  signedIn = { owner: await app.make.session(owner), viewer: await app.make.session(viewer) }
  sides = await Promise.all(
    ['left', 'right'].map(async () => {
      const { id: app_id } = await app.make.app(owner, { public_settings: 'public_without_login' })
      await app.as(owner).schemas.set({ app_id, name: 'Letter' }, { properties: LETTER })
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

type Records = ReturnType<SharedApp['as']>['records']
type Side = { app_id: string; entity_name: string }
type Ask = (records: Records, at: Side) => Promise<unknown>

const asks = <Drawn>(drawn: fc.Arbitrary<Drawn>, ask: (drawn: Drawn) => Ask): fc.Arbitrary<Ask> =>
  drawn.map((one) => Object.assign(ask(one), { toString: () => `${ask} ${JSON.stringify(one)}` }))

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

const KIB = 1024
const LETTERS = 20
const Bytes = (...sizes: number[]) => fc.constantFrom(...sizes.map((size) => size * KIB))
const long = (bytes: number) => 'x'.repeat(bytes)
const letters = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `rec_${n}`, name: `n${n}` }))
/** What is cut, refused or grown by a size. */
const SizedRequest: fc.Arbitrary<Ask> = fc.oneof(
  ...['', 'fields=id', 'fields=name,text', 'sort=text,-name'].flatMap((query) => [
    asks(fc.constant(query), (sent) => (_, at) => sentTo(at, `?${sent}`)),
    asks(fc.constant(query), (sent) => (_, at) => sentTo(at, `/v2/list?limit=100&${sent}`)),
    asks(fc.constant(query), (sent) => (_, at) => sentTo(at, `/export?format=jsonl&${sent}`)),
  ]),
  asks(
    fc.integer({ min: 1, max: LETTERS }),
    (count) => (records, at) => records.bulk_update(at, letters(count)),
  ),
  asks(
    fc.integer({ min: 1, max: LETTERS }),
    (count) => (records, at) =>
      records.upsert(at, { key: 'name', records: letters(count).map(({ name }) => ({ name })) }),
  ),
  asks(
    fc.tuple(fc.constantFrom('text', 'draft', 'mine'), Bytes(1, 8, 9, 500, 1_000)),
    ([field, bytes]) =>
      (records, at) =>
        records.update({ ...at, entity_id: 'rec_0' }, { [field]: long(bytes) }),
  ),
  asks(
    fc.tuple(fc.constantFrom('text', 'draft'), Bytes(1, 9, 400)),
    ([field, bytes]) =>
      (records, at) =>
        records.update_many(at, { query: {}, data: { $set: { [field]: long(bytes) } } } as never),
  ),
)

const SIZED_CASES = randomRuns(4)

test(`${SIZED_CASES * 2} requests answer the same, however large hidden values are`, {
  tags: 'slow',
  timeout: 120_000 + SIZED_CASES * 20_000,
}, async () => {
  const hidden = fc.tuple(Bytes(0, 200, 400), Bytes(0, 100), Bytes(0, 10))
  const row = fc.tuple(Bytes(1, 300, 500), hidden, hidden)
  const rows = fc.array(row, { minLength: LETTERS, maxLength: LETTERS })
  const requests = fc.array(SizedRequest, { minLength: 2, maxLength: 2 })
  const places = sides.map(({ app_id }) => ({ app_id, entity_name: 'Letter' }))
  await fc.assert(
    fc.asyncProperty(rows, requests, fc.boolean(), async (given, sent, isAnonymous) => {
      for (const [at, side] of places.entries())
        await put(
          side,
          given.map(([text, ...sizes], n) => {
            const [seal = 0, draft = 0, mine = 0] = sizes[at] ?? []
            return { name: `n${n}`, text: long(text), seal: long(seal), draft: long(draft), mine: long(mine) }
          }),
        )
      for (const ask of sent) {
        app.clock.move(1)
        const { records } = isAnonymous ? app.anonymous : app.as(viewer)
        const answers = await Promise.all(
          places.map(async (side) => {
            const answer = await ask(records, side).catch(({ status, body }) => ({ status, body }))
            return short(plain(answer, side))
          }),
        )
        expect(answers[0], String(ask)).toEqual(answers[1])
      }
    }),
    { numRuns: SIZED_CASES, endOnFailure: true },
  )
})

/** Headers tell as much as the body. */
async function sentTo({ app_id, entity_name }: Side, path: string): Promise<unknown> {
  const answer = await fetch(`${app.baseUrl}/api/apps/${app_id}/entities/${entity_name}${path}`)
  const text = await answer.text()
  const body = path.startsWith('/export') ? text.trim().split('\n') : [text]
  const truncated = answer.headers.get('x-truncated')
  return { status: answer.status, truncated, body: body.map((one) => JSON.parse(one)) }
}

/** A failure that can be read. */
function short(answer: unknown): string {
  return JSON.stringify(answer).replaceAll(/x{9,}/g, ({ length }) => `<${length}>`)
}

/** What is hidden inside an object that is not there would show by that object. */
function merged(
  seen: { home?: object },
  { home: inside, ...hidden }: { home?: object },
): Record<string, unknown> {
  return { ...hidden, ...seen, ...(seen.home && { home: { ...inside, ...seen.home } }) }
}

/** The same ids and times on both sides. */
async function put({ app_id, entity_name }: Side, all: object[]): Promise<void> {
  const { db } = app.atrium
  await sql`delete from records where app_id = ${app_id}`.execute(db)
  await sql`delete from record_changes where app_id = ${app_id}`.execute(db)
  for (const [n, data] of all.entries())
    await sql`
      insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date, is_sample)
      values (${app_id}, ${entity_name}, ${`rec_${n}`}, ${JSON.stringify(data)}, 'x@example.com', 'usr_x',
              timestamptz '2026-01-01' + ${n} * interval '1 hour', timestamptz '2026-01-01', false)`.execute(
      db,
    )
}

async function answerOf(who: string, ask: Ask, side: Side): Promise<unknown> {
  const answer = await ask(app.as(who).records, side).catch(({ status, body }) => ({ status, body }))
  return plain(answer, side)
}

async function seenIn(side: Side): Promise<unknown> {
  const seen = (await app.as(viewer).records.list(side, { limit: 5_000 })) as { id: string }[]
  return seen.map((record) => JSON.stringify(plain(record, side))).sort()
}

/** Without what differs between any two requests: new ids, times, cursors. */
function plain(answer: unknown, { app_id }: Side): unknown {
  const text = JSON.stringify(answer ?? null)
    .replaceAll(app_id, 'APP')
    .replaceAll(/(rec|rch)_[0-9a-zA-Z]{6,}/g, 'NEW')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"')
    .replaceAll(/"next_cursor":"[^"]*"/g, '"next_cursor":"CURSOR"')
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":"REQ"')
  return JSON.parse(text)
}
