/**
 * Two apps whose records differ only in how large the values are that a person may not read: both answer the same, and
 * nothing is cut, refused or grown by what is hidden.
 */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Ask, asks, plain, put, type Side } from './hidden-sides.ts'
import { randomRuns } from './random-runs.ts'
import { useApp } from './use-app.ts'
import { useTeam } from './use-team.ts'

const ADMIN = { user_condition: { role: 'admin' } }
/** In `seal` nobody but admins reads; in `draft` only admins read, and everybody writes. */
const LETTER = {
  name: { type: 'string' },
  text: { type: 'string' },
  seal: { type: 'string', rls: { read: ADMIN, write: ADMIN } },
  draft: { type: 'string', rls: { read: ADMIN } },
  mine: { type: 'string', rls: { read: { created_by_id: '{{user.id}}' } } },
}

// On a busy machine a list of many MiB takes longer than strangers may ask.
const app = useApp({ rate_limits: 'off' }, { longestQueryMs: 120_000 })
const { owner, viewer } = useTeam(app)
let sides: Side[]
beforeAll(async () => {
  sides = await Promise.all(
    ['left', 'right'].map(async () => {
      const { id: app_id } = await app.make.app(owner, { public_settings: 'public_without_login' })
      await app.as(owner).schemas.set({ app_id, name: 'Letter' }, { properties: LETTER })
      return { app_id, entity_name: 'Letter' }
    }),
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
  await fc.assert(
    fc.asyncProperty(rows, requests, fc.boolean(), async (given, sent, isAnonymous) => {
      for (const [at, side] of sides.entries())
        await put(
          app,
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
          sides.map(async (side) => {
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
