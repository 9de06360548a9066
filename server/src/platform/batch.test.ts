import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { batched, createQueue } from './batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Until answers have reached anyone who waits for them. */
async function reported() {
  for (let turn = 0; turn < 10; turn++) await null
}

interface Sent {
  items: readonly string[]
  answer(): void
  fail(): void
}

/** What is sent waits until the test answers; the answer to an item is the item in capitals. */
function scene({ most = 3, keyOf }: { most?: number; keyOf?: (item: string) => string } = {}) {
  const sent: Sent[] = []
  const ask = batched<string, string>({
    most,
    ...(keyOf && { keyOf }),
    send: (items) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(items.map((item) => item.toUpperCase()))
        sent.push({ items, answer, fail: () => reject(new Error(`no ${items}`)) })
      }),
  })
  const nth = (at: number) => sent[at] as Sent
  return { ask, nth, batches: () => sent.map(({ items }) => items.join('')) }
}

describe('what comes at once', () => {
  test('goes at once when alone; what comes in the meantime goes together after it, each with its own answer', async () => {
    const { ask, nth, batches } = scene()
    const answers = ['a', 'b', 'c'].map(ask)
    expect(batches()).toEqual(['a'])
    nth(0).answer()
    expect(await answers[0]).toBe('A')
    await reported()
    expect(batches()).toEqual(['a', 'bc'])
    nth(1).answer()
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
    void ask('d')
    expect(batches()).toEqual(['a', 'bc', 'd'])
  })

  test('goes in batches of at most so many, in the order in which it came', async () => {
    const { ask, nth, batches } = scene()
    const answers = [...'abcdef'].map(ask)
    for (const at of [0, 1, 2]) {
      await reported()
      expect(batches()).toHaveLength(at + 1)
      nth(at).answer()
    }
    expect(await Promise.all(answers)).toEqual([...'ABCDEF'])
    expect(batches()).toEqual(['a', 'bcd', 'ef'])
  })

  test('never holds two of one key, and those of one key keep their order', async () => {
    const { ask, nth, batches } = scene({ most: 2, keyOf: (item) => item.charAt(0) })
    const answers = ['x', 'a1', 'a2', 'b1', 'a3', 'b2'].map(ask)
    for (const at of [0, 1, 2, 3]) {
      await reported()
      expect(batches()).toHaveLength(at + 1)
      nth(at).answer()
    }
    await Promise.all(answers)
    expect(batches()).toEqual(['x', 'a1b1', 'a2b2', 'a3'])
  })

  test('fails together, and what comes after goes on', async () => {
    const { ask, nth, batches } = scene()
    const answers = ['a', 'b', 'c', 'd', 'e'].map(ask)
    nth(0).answer()
    await reported()
    expect(batches()).toHaveLength(2)
    nth(1).fail()
    const outcomes = await Promise.allSettled(answers.slice(0, 4))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    await reported()
    expect(batches()).toEqual(['a', 'bcd', 'e'])
    nth(2).answer()
    expect(await answers[4]).toBe('E')
  })

  test('does not wait long for a batch that does', async () => {
    const { ask, nth, batches } = scene()
    const [slow, next] = ['a', 'b'].map(ask)
    vi.advanceTimersByTime(24)
    expect(batches()).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(batches()).toEqual(['a', 'b'])
    const later = ask('c')
    nth(0).answer()
    expect(await slow).toBe('A')
    expect(batches()).toEqual(['a', 'b'])
    nth(1).answer()
    expect(await next).toBe('B')
    await reported()
    expect(batches()).toEqual(['a', 'b', 'c'])
    nth(2).answer()
    expect(await later).toBe('C')
  })
})

describe('a queue with a delay', () => {
  test('sends what came within it in batches; what comes later waits for a delay of its own', async () => {
    const sent: string[] = []
    const queue = createQueue<string>({
      most: 2,
      delayMs: 1_000,
      send: async (items) => {
        sent.push(items.join(''))
        if (sent.length === 1) queue.add('d')
      },
    })
    for (const item of 'abc') queue.add(item)
    vi.advanceTimersByTime(999)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual(['ab', 'c'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toEqual(['ab', 'c', 'd'])
  })

  test('sends at once when it settles, and goes on after a failure', async () => {
    const sent: string[] = []
    const queue = createQueue<string>({
      most: 1,
      delayMs: 1_000,
      send: async ([item = '']) => {
        sent.push(item)
        throw new Error('away')
      },
    })
    for (const item of 'ab') queue.add(item)
    await queue.settle()
    expect(sent).toEqual(['a', 'b'])
    expect(queue.waiting()).toBe(0)
    await queue.settle()
  })
})
