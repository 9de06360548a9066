import { expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { emptyBatch } from './event-batch.ts'
import { createEventBuffer } from './event-buffer.ts'

const app = useApp({ role: 'api' })

const bufferOf = () => createEventBuffer({ db: app.atrium.db, clock: app.clock, onFlush: () => {} })
/** Nothing is stored of it: only its length counts. */
const long = () => ({ ...emptyBatch('app_1'), json: 'x'.repeat(20 * 1024 * 1024) })
const beats = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ app_id: 'app_1', user_id: `u${n}`, seen_at: Date.now() }))
const BACKLOGGED = expect.objectContaining({ code: 'events_backlogged' })

test('what waits is bounded by its length and by its number', async () => {
  const buffer = bufferOf()
  const first = buffer.add(long(), [])
  await expect(buffer.add(long(), [])).rejects.toEqual(BACKLOGGED)
  const second = buffer.add(emptyBatch('app_1'), beats(20_000))
  await expect(buffer.add(emptyBatch('app_1'), beats(1))).rejects.toEqual(BACKLOGGED)
  expect(await Promise.all([first, second])).toEqual([0, 0])
})

test('what was written makes room again', async () => {
  const buffer = bufferOf()
  for (let turn = 0; turn < 3; turn++) {
    expect(await buffer.add(long(), [])).toBe(0)
    await buffer.settle()
    expect(await buffer.add(emptyBatch('app_1'), beats(15_000))).toBe(0)
    await buffer.settle()
    expect(buffer.waiting()).toBe(0)
  }
})
