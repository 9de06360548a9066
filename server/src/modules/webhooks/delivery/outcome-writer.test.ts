import { describe, expect, test } from 'vitest'
import type { Health, Outcome } from './outcome.ts'
import { createOutcomeWriter } from './outcome-writer.ts'

const outcome = (id: string) => ({ delivery_id: id, webhook_id: `wh ${id}` }) as Outcome
const healthOf = ({ webhook_id }: Outcome): Health => ({
  webhook_id,
  epoch: 0,
  updated_date: new Date(0),
  turned_off: false,
  lost: 0,
})

/** A writer on a store that handles each batch as the test says. */
function writerOn(answer: (ids: string[], batch: number) => Promise<void> | void) {
  const batches: { ids: string[]; batchId: string }[] = []
  const stopping = new AbortController()
  const writer = createOutcomeWriter({
    async store(outcomes, batchId) {
      const ids = outcomes.map((one) => one.delivery_id)
      batches.push({ ids, batchId })
      await answer(ids, batches.length)
      return new Map(outcomes.map((one) => [one.webhook_id, healthOf(one)]))
    },
    mayPass: (error) => (error as Error).message === 'away',
    stopping: stopping.signal,
  })
  return { writer, batches, stopping }
}

describe('the outcome writer', () => {
  test('writes a lone outcome at once, and gathers what comes while it writes', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    const { writer, batches } = writerOn((_, batch) => (batch === 1 ? held : undefined))
    const all = ['a', 'b', 'c'].map((id) => writer.write(outcome(id)))
    expect(batches.map(({ ids }) => ids)).toEqual([['a']])
    go()
    expect((await Promise.all(all)).map(({ webhook_id }) => webhook_id)).toEqual(['wh a', 'wh b', 'wh c'])
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']])
  })

  test('after a large batch waits a moment, so that what comes just behind shares the next one', async () => {
    const late: Promise<Health>[] = []
    const { writer, batches } = writerOn((_, batch) => {
      if (batch !== 2) return
      late.push(writer.write(outcome('x')))
      // Behind all that follows the batch, and before any timer, however busy the machine is.
      process.nextTick(() => late.push(writer.write(outcome('y'))))
    })
    await Promise.all(Array.from({ length: 41 }, (_, n) => writer.write(outcome(String(n)))))
    await expect.poll(() => late.length).toBe(2)
    await Promise.all(late)
    expect(batches.map(({ ids }) => ids.length)).toEqual([1, 40, 2])
  })

  test('never writes more than 256 in one statement, and keeps their order', async () => {
    const { writer, batches } = writerOn(() => Promise.resolve())
    const names = Array.from({ length: 300 }, (_, n) => String(n))
    await Promise.all(names.map((id) => writer.write(outcome(id))))
    expect(batches.flatMap(({ ids }) => ids)).toEqual(names)
    expect(Math.max(...batches.map(({ ids }) => ids.length))).toBe(256)
  })

  test('tries the same batch again under the same id while the database is away', async () => {
    const { writer, batches } = writerOn((_, batch) => {
      if (batch <= 2) throw new Error('away')
    })
    await expect(writer.write(outcome('a'))).resolves.toMatchObject({ webhook_id: 'wh a' })
    expect(batches).toHaveLength(3)
    expect(new Set(batches.map(({ batchId }) => batchId)).size).toBe(1)
  })

  test('gives up after some tries once it is stopped', async () => {
    const { writer, batches, stopping } = writerOn(() => {
      throw new Error('away')
    })
    stopping.abort()
    await expect(writer.write(outcome('a'))).rejects.toThrow('away')
    expect(batches).toHaveLength(3)
  })

  test('keeps one that cannot be stored from taking others with it', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    const { writer } = writerOn(async (ids, batch) => {
      if (batch === 1) await held
      if (ids.includes('bad')) throw new Error('not storable')
    })
    const results = Promise.allSettled(['a', 'b', 'bad', 'c'].map((id) => writer.write(outcome(id))))
    go()
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    await expect(writer.write(outcome('later'))).resolves.toBeDefined()
  })
})
