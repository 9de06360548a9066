/** The two faces of a condition, in memory and in SQL, say the same of any record. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { useStarted } from '../../../../test/use-started.ts'
import type { Field, Json, RecordValues } from './condition.ts'
import { conditionSql } from './condition-store.ts'
import { readFilter } from './filter.ts'
import { matches } from './matches.ts'
import { bindRule, type RuleUser } from './rule.ts'
import { readTextPattern } from './text-pattern.ts'

const database = useStarted(migratedDatabase)

const LIST_FIELDS = new Set(['tags', 'mixed'])
const fieldNamed = (name: string): Field | null => {
  const path = name.split('.')
  return ['title', 'count', 'done', 'tags', 'mixed', 'place'].includes(path[0] ?? '')
    ? { kind: 'data', path, mayBeList: LIST_FIELDS.has(path[0] ?? '') || path.length > 1 }
    : null
}

const WORDS = [
  '',
  'a',
  'A',
  'ab',
  'b',
  'é',
  'É',
  'z',
  '\u{1F600}',
  '\uFFFD',
  'a b',
  '{{user.id}}',
  'usr_1',
  '%',
  '_',
  '\\',
  '"',
  "'",
]
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ maxLength: 3, unit: 'grapheme' }).map(withoutNul),
)
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 1e21, 1e-7, 2 ** 53),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const scalar: fc.Arbitrary<Json> = fc.oneof(word, number, fc.boolean(), fc.constant(null))
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('city', 'zip'), scalar, { noNullPrototype: true }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.dictionary(fc.constantFrom('city', 'zip'), scalar, { noNullPrototype: true }), {
      maxLength: 2,
    }),
  },
)
const time = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-06-30T12:00:00.000Z',
)

const record: fc.Arbitrary<RecordValues> = fc.record({
  id: fc.constantFrom('rec_1', 'rec_2'),
  created_by: fc.constantFrom('a@example.com', 'anonymous'),
  created_by_id: fc.constantFrom('usr_1', 'usr_2', 'anonymous'),
  created_date: time,
  updated_date: time,
  is_sample: fc.boolean(),
  data: fc
    .record(
      { title: value, count: value, done: value, tags: value, mixed: value, place: value },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((data) => JSON.parse(JSON.stringify(data))),
})

const pattern = fc
  .oneof(
    fc.constantFrom(
      'a',
      '^a',
      'b$',
      'a|b',
      '[a-c]+',
      '^.$',
      '\\w',
      '\\W',
      '(ab)?',
      'a{1,2}',
      '\\.',
      '^$',
      'é',
      '[^a]',
    ),
    fc
      .array(
        fc.constantFrom(
          'a',
          'B',
          '.',
          '*',
          '+',
          '(',
          ')',
          '[',
          ']',
          '|',
          '^',
          '$',
          '\\d',
          '\\S',
          'é',
          '-',
          '{2}',
          '?',
          '\\.',
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((text) => typeof readTextPattern(text, { ignoreCase: false }) !== 'string')

const operators = (isFilter: boolean, depth: number): fc.Arbitrary<Json> =>
  fc
    .record(
      {
        $eq: value,
        $ne: value,
        $in: fc.array(scalar, { maxLength: 3 }),
        $nin: fc.array(value, { maxLength: 3 }),
        $gt: fc.oneof(word, number),
        $lte: fc.oneof(word, number),
        $gte: fc.oneof(word, number),
        $lt: fc.oneof(word, number),
        $exists: fc.boolean(),
        $all: fc.array(scalar, { maxLength: 2 }),
        $size: fc.nat(3),
        ...(depth > 0 && {
          $elemMatch: fc.oneof(
            operators(isFilter, 0),
            fc.dictionary(fc.constantFrom('city', 'zip'), scalar, { minKeys: 1, noNullPrototype: true }),
          ),
        }),
        ...(isFilter && { $regex: pattern, ...(depth > 0 && { $not: operators(isFilter, 0) }) }),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map(atMostTwo)
    .filter((object) => Object.keys(object).length > 0) as fc.Arbitrary<Json>

const condition = (isFilter: boolean, depth: number): fc.Arbitrary<{ [key: string]: Json }> => {
  const prefix = isFilter ? '' : 'data.'
  const names = ['title', 'count', 'done', 'tags', 'mixed', 'place', 'place.city'].map(
    (name) => prefix + name,
  )
  const leaf = fc.oneof(
    fc.tuple(fc.constantFrom(...names), fc.oneof(value, operators(isFilter, 1))),
    fc.tuple(
      fc.constantFrom('id', 'created_by', 'created_by_id'),
      fc.oneof(word, fc.constantFrom('usr_1', '{{user.id}}', 'rec_1')),
    ),
    fc.tuple(
      fc.constantFrom('created_date', 'updated_date'),
      fc.oneof(
        time,
        time.map((at) => ({ $gt: at })),
        time.map((at) => ({ $lte: at })),
      ),
    ),
    fc.tuple(fc.constant('is_sample'), fc.boolean()),
    ...(isFilter
      ? []
      : [
          fc.tuple(
            fc.constant('user_condition'),
            fc.oneof(
              fc.constant({ role: 'user' }),
              fc.constant({ role: 'admin' }),
              fc.constant({ 'data.team': 'blue' }),
              fc.constant({ 'data.none': '' }),
            ),
          ),
        ]),
  ) as fc.Arbitrary<[string, Json]>
  const leaves = fc.array(leaf, { minLength: 1, maxLength: 2 }).map((entries) => Object.fromEntries(entries))
  if (depth === 0) return leaves
  const nested = fc.array(condition(isFilter, depth - 1), { minLength: 1, maxLength: 2 })
  return fc.oneof(
    leaves,
    fc.tuple(fc.constantFrom('$and', '$or', '$nor'), nested).map(([key, list]) => ({ [key]: list })),
    fc
      .tuple(leaves, fc.constantFrom('$and', '$or', '$nor'), nested)
      .map(([entries, key, list]) => ({ ...entries, [key]: list })),
  )
}

const USERS: (RuleUser | null)[] = [
  { id: 'usr_1', email: 'a@example.com', role: 'user', data: { team: 'blue' } },
  { id: 'usr_2', email: '', role: 'admin', data: {} },
  null,
]

test('a filter finds in SQL what it matches in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      condition(true, 2),
      async (records, json) => {
        const asked = readFilter(json, fieldNamed)
        expect(await found(records, asked)).toEqual(records.map((one) => matches(asked, one)))
      },
    ),
    { numRuns: randomRuns(200) },
  )
})

test('a rule covers in SQL what it covers in memory, no matter who asks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      condition(false, 2),
      fc.constantFrom(...USERS),
      async (records, rule, user) => {
        const asked = bindRule(rule, user, fieldNamed)
        expect(await found(records, asked)).toEqual(records.map((one) => matches(asked, one)))
      },
    ),
    { numRuns: randomRuns(200) },
  )
})

test('a pattern finds in PostgreSQL what it finds here', async () => {
  await fc.assert(
    fc.asyncProperty(
      pattern,
      fc.boolean(),
      fc.array(word, { minLength: 1, maxLength: 10 }),
      async (source, ignoreCase, texts) => {
        const read = readTextPattern(source, { ignoreCase })
        if (typeof read === 'string') throw new Error(read)
        const { rows } = await sql<{ found: boolean }>`
        select t.text ~ ${read.text} as found from unnest(${texts}::text[]) with ordinality as t(text, n) order by t.n`.execute(
          database.db,
        )
        expect(rows.map((row) => row.found)).toEqual(texts.map(read.test))
      },
    ),
    { numRuns: randomRuns(200) },
  )
})

async function found(
  records: readonly RecordValues[],
  asked: Parameters<typeof conditionSql>[0],
): Promise<boolean[]> {
  const { rows } = await sql<{ found: boolean }>`
    select coalesce(${conditionSql(asked)}, false) as found
      from jsonb_to_recordset(${JSON.stringify(records.map((one, n) => ({ n, ...one })))}::jsonb)
        as r(n int, id text, created_by text, created_by_id text, created_date timestamptz, updated_date timestamptz,
             is_sample boolean, data jsonb) order by r.n`.execute(database.db)
  return rows.map((row) => row.found)
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function atMostTwo<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).slice(0, 2)) as Partial<T>
}
