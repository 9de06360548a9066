import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomRuns } from '../../../../test/random-runs.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { DELIVERIES_NOW, webhookRows } from '../test/webhook-rows.ts'
import type { Outcome } from './outcome.ts'
import { outcomeStore } from './outcome-store.ts'

const rows = useStarted(webhookRows)

const LANES = [0, 1, 2]
const RETRIES = 3
const START = Date.parse('2026-01-01T00:00:00Z')

interface Step {
  lane: number
  what: 'ok' | 'first' | 'retry' | 'last'
  /** Of an older epoch than the webhook's. */
  is_stale: boolean
  /** Its lane has been claimed by somebody else. */
  is_lost: boolean
}

const rarely = fc.nat(9).map((n) => n === 0)
const step: fc.Arbitrary<Step> = fc.record({
  lane: fc.constantFrom(...LANES),
  what: fc.constantFrom<Step['what']>(
    'ok',
    'first',
    'first',
    'first',
    'first',
    'first',
    'first',
    'retry',
    'last',
  ),
  is_stale: rarely,
  is_lost: rarely,
})
const failing = step.map((one): Step => ({ ...one, what: one.what === 'ok' ? 'first' : one.what }))
const succeeding = step.map((one): Step => ({ ...one, what: 'ok' }))
const history = fc.record({
  failures: fc.nat(19),
  batches: fc.array(
    fc.record({
      steps: fc.oneof(...[step, failing, succeeding].map((one) => fc.array(one, { maxLength: 40 }))),
      /** Somebody turns the webhook on after it. */
      is_turned_on: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

/** What the rules say, one outcome after the other. */
interface Model {
  failures: number
  error: string | null
  triggered: number | null
  is_off: boolean
  epoch: number
}

function apply(model: Model, steps: readonly Step[], startedAt: (n: number) => number): string[] {
  const { epoch, is_off } = model
  for (const [n, { what, is_stale, is_lost }] of steps.entries()) {
    if (is_lost) continue
    model.triggered = Math.max(model.triggered ?? 0, startedAt(n))
    if (is_stale || is_off || model.is_off) continue
    model.failures = what === 'ok' ? 0 : model.failures + (what === 'first' ? 1 : 0)
    model.error = what === 'ok' ? null : `outcome ${startedAt(n)}`
    model.is_off = model.failures === 20
  }
  if (model.is_off && !is_off) model.epoch = epoch + 1
  return steps.map(({ what, is_stale, is_lost }) => {
    if (is_lost) return 'pending'
    if (what === 'ok') return 'succeeded'
    if (what === 'last') return 'failed'
    return is_stale || model.is_off ? 'canceled' : 'pending'
  })
}

const ATTEMPT = { ok: 1, first: 1, retry: 2, last: RETRIES } as const

function outcomeOf(
  webhookId: string,
  delivery: { id: string; seq: number } | undefined,
  one: Step,
  epoch: number,
  claim: string,
  startedAt: number,
): Outcome {
  const ok = one.what === 'ok'
  return {
    delivery_id: delivery?.id ?? '',
    seq: delivery?.seq ?? 0,
    webhook_id: webhookId,
    lane: one.lane,
    claim_id: one.is_lost ? randomUUID() : claim,
    epoch: one.is_stale ? epoch - 1 : epoch,
    attempt: ATTEMPT[one.what],
    ok,
    started_at: new Date(startedAt).toISOString(),
    duration_ms: 5,
    status_code: ok ? 200 : 500,
    error_type: null,
    message: ok ? null : `outcome ${startedAt}`,
    response_body: null,
    signatures: '',
    response_headers: '[["content-type","text/plain"]]',
    retry_seconds: one.what === 'first' || one.what === 'retry' ? 60 : null,
    is_slow: false,
  }
}

const healthOf = async (webhookId: string) => {
  const [row] = await rows.query(
    `select consecutive_failures as failures, last_error->>'message' as error, epoch,
            extract(epoch from last_trigger_time)::float8 * 1000 as triggered, disabled_at is not null as is_off
       from webhooks where id = $1`,
    [webhookId],
  )
  return row
}

describe('writing outcomes', () => {
  test('counts as the rules do, whatever comes together in a batch', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ failures, batches }) => {
        const webhookId = await rows.webhook({ consecutive_failures: failures })
        const claim = randomUUID()
        for (const lane of LANES) await rows.lane(webhookId, lane, claim)
        const model: Model = {
          failures,
          error: failures > 0 ? 'before' : null,
          triggered: null,
          is_off: false,
          epoch: 0,
        }
        for (const [b, { steps, is_turned_on }] of batches.entries()) {
          // Later ones may have started earlier: attempts take as long as they take.
          const startedAt = (n: number) => START + b * 1000 + ((n * 7) % 40)
          const made = await rows.deliveries(
            steps.map(({ lane, what, is_stale }) => ({
              webhook_id: webhookId,
              lane,
              epoch: is_stale ? model.epoch - 1 : model.epoch,
              attempt: ATTEMPT[what] - 1,
            })),
          )
          const { epoch } = model
          const outcomes = steps.map((one, n) =>
            outcomeOf(webhookId, made[n], one, epoch, claim, startedAt(n)),
          )
          const wasOff = model.is_off
          const expected = apply(model, steps, startedAt)
          const health = await outcomeStore(rows.db).write(outcomes, randomUUID(), 60)

          expect(await healthOf(webhookId)).toEqual(model)
          const found = await rows.query(
            `select d.status, a.outcome from unnest($1::text[]) with ordinality as i(id, n)
               join ${DELIVERIES_NOW} d using (id) join webhook_attempts a on a.delivery_id = d.id order by n`,
            [made.map(({ id }) => id)],
          )
          expect(found.map(({ status }) => status)).toEqual(expected)
          expect(found.map(({ outcome }) => outcome)).toEqual(
            steps.map(({ is_lost, what }) => (is_lost ? 'stale' : what === 'ok' ? 'succeeded' : 'failed')),
          )
          if (steps.length > 0) {
            expect(health.get(webhookId)).toMatchObject({
              turned_off: model.is_off && !wasOff,
              lost: steps.filter(({ is_lost }) => is_lost).length,
            })
          }
          if (is_turned_on) {
            await rows.query(
              `update webhooks set consecutive_failures = 0, epoch = epoch + (disabled_at is not null)::int,
                      disabled_at = null where id = $1`,
              [webhookId],
            )
            model.epoch += model.is_off ? 1 : 0
            Object.assign(model, { failures: 0, is_off: false })
          }
        }
      }),
      { numRuns: randomRuns(80) },
    )
  })

  const failure: Step = { lane: 0, what: 'first', is_stale: false, is_lost: false }

  test('again, after a lost answer, changes nothing and logs nothing', async () => {
    const webhookId = await rows.webhook()
    const claim = randomUUID()
    await rows.lane(webhookId, 0, claim)
    const [made] = await rows.deliveries([{ webhook_id: webhookId, lane: 0, epoch: 0, attempt: 0 }])
    const outcomes = [outcomeOf(webhookId, made, failure, 0, claim, START)]
    const batchId = randomUUID()
    const first = await outcomeStore(rows.db).write(outcomes, batchId, 60)
    const again = await outcomeStore(rows.db).write(outcomes, batchId, 60)
    expect([first.get(webhookId)?.lost, again.get(webhookId)?.lost]).toEqual([0, 1])
    expect(await healthOf(webhookId)).toMatchObject({ failures: 1 })
    expect(
      await rows.query('select 1 from webhook_attempts where delivery_id = $1', [made?.id]),
    ).toHaveLength(1)
  })

  test.each<[string, 'fast' | 'slow', { what: Step['what']; is_slow?: true }[], 'fast' | 'slow']>([
    ['a slow one that fails quickly stays', 'slow', [{ what: 'first' }], 'slow'],
    ['a slow one that arrives quickly is fast again', 'slow', [{ what: 'ok' }], 'fast'],
    [
      'among failures, one that arrives quickly is enough',
      'slow',
      [{ what: 'first' }, { what: 'ok' }],
      'fast',
    ],
    ['a fast one that fails quickly stays', 'fast', [{ what: 'first' }], 'fast'],
    ['one that took long counts more', 'fast', [{ what: 'ok' }, { what: 'first', is_slow: true }], 'slow'],
    ['one that arrived after long is slow', 'fast', [{ what: 'ok', is_slow: true }], 'slow'],
  ])('puts a webhook into its pool: %s', async (_, before, steps, after) => {
    const webhookId = await rows.webhook({ pool: before })
    const claim = randomUUID()
    await rows.lane(webhookId, 0, claim)
    const made = await rows.deliveries(
      steps.map(() => ({ webhook_id: webhookId, lane: 0, epoch: 0, attempt: 0 })),
    )
    const outcomes = steps.map(({ what, is_slow = false }, n) => ({
      ...outcomeOf(webhookId, made[n], { ...failure, what }, 0, claim, START + n),
      is_slow,
    }))
    await outcomeStore(rows.db).write(outcomes, randomUUID(), 60)
    expect(await rows.query('select pool from webhooks where id = $1', [webhookId])).toEqual([
      { pool: after },
    ])
  })

  test('logs the attempts in the order in which they count', async () => {
    const webhookId = await rows.webhook()
    const claim = randomUUID()
    for (const lane of LANES) await rows.lane(webhookId, lane, claim)
    const order = [2, 0, 1]
    const made = await rows.deliveries(
      order.map((lane) => ({ webhook_id: webhookId, lane, epoch: 0, attempt: 0 })),
    )
    const outcomes = order.map((lane, n) =>
      outcomeOf(webhookId, made[n], { ...failure, lane }, 0, claim, START),
    )
    await outcomeStore(rows.db).write(outcomes, randomUUID(), 60)
    const logged = await rows.query(
      'select delivery_id from webhook_attempts where webhook_id = $1 order by tableoid, ctid',
      [webhookId],
    )
    expect(logged.map(({ delivery_id }) => delivery_id)).toEqual(made.map(({ id }) => id))
  })

  test('from many connections at once turns off at exactly 20, once', async () => {
    const webhookId = await rows.webhook()
    const claims = Array.from({ length: 40 }, () => randomUUID())
    for (const [lane, claim] of claims.entries()) await rows.lane(webhookId, lane, claim)
    const made = await rows.deliveries(
      claims.map((_, lane) => ({ webhook_id: webhookId, lane, epoch: 0, attempt: 0 })),
    )
    const written = await Promise.all(
      claims.map((claim, lane) =>
        outcomeStore(rows.db).write(
          [outcomeOf(webhookId, made[lane], { ...failure, lane }, 0, claim, START + lane)],
          randomUUID(),
          60,
        ),
      ),
    )
    expect(written.filter((health) => health.get(webhookId)?.turned_off)).toHaveLength(1)
    expect(await healthOf(webhookId)).toMatchObject({ failures: 20, is_off: true, epoch: 1 })
    const waiting = await rows.query(`select 1 from webhook_queue where webhook_id = $1 and epoch = 1`, [
      webhookId,
    ])
    expect(waiting).toEqual([])
  })

  test('of a success again, after a lost answer, changes nothing and logs nothing', async () => {
    const webhookId = await rows.webhook()
    const claim = randomUUID()
    await rows.lane(webhookId, 0, claim)
    const [made] = await rows.deliveries([{ webhook_id: webhookId, lane: 0, epoch: 0, attempt: 0 }])
    const outcomes = [outcomeOf(webhookId, made, { ...failure, what: 'ok' }, 0, claim, START)]
    const batchId = randomUUID()
    const first = await outcomeStore(rows.db).write(outcomes, batchId, 60)
    const again = await outcomeStore(rows.db).write(outcomes, batchId, 60)
    expect([first.get(webhookId)?.lost, again.get(webhookId)?.lost]).toEqual([0, 1])
    const found = await rows.query(`select status, attempt from ${DELIVERIES_NOW} d where id = $1`, [
      made?.id,
    ])
    expect(found).toEqual([{ status: 'succeeded', attempt: 1 }])
  })

  test('of webhooks that others write and add to at the same time never ends in a deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => rows.webhook()))
    const claim = randomUUID()
    for (const id of ids) for (const lane of [0, 1]) await rows.lane(id, lane, claim)
    const made = await rows.deliveries(
      ids.flatMap((webhook_id) => [0, 1].map((lane) => ({ webhook_id, lane, epoch: 0, attempt: 0 }))),
    )
    const adding = ids.toSorted().reverse()
    const rounds = Array.from({ length: 30 }, (_, round) => round)
    const write = async (lane: number) => {
      for (const round of rounds) {
        const order = round % 2 === 0 ? ids : ids.toReversed()
        const outcomes = order.map((id) =>
          outcomeOf(id, made[ids.indexOf(id) * 2 + lane], { ...failure, lane, what: 'ok' }, 0, claim, START),
        )
        await outcomeStore(rows.db).write(outcomes, randomUUID(), 60)
      }
    }
    const add = async () => {
      for (const _ of rounds) {
        await rows.query(
          `insert into webhook_lanes as l (webhook_id, lane, pool, next_at, pokes)
           select id, 0, 'fast', now(), 1 from unnest($1::text[]) as id order by id
           on conflict (webhook_id, lane) do update set pokes = l.pokes + 1`,
          [adding],
        )
      }
    }
    await expect(Promise.all([write(0), write(1), add(), add()])).resolves.toBeDefined()
  })
})
