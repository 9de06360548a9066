import { expect, test } from 'vitest'
import type { Thread } from './thread.ts'
import { createThreadPool } from './thread-pool.ts'

interface Made extends Thread<string, string> {
  ended: boolean
}

function poolWith(idleMilliseconds?: number) {
  const made: Made[] = []
  const pool = createThreadPool<string, string>({
    async start() {
      const thread: Made = {
        ended: false,
        isAlive: () => !thread.ended,
        async end() {
          thread.ended = true
        },
        do: async (task) => (task === 'fails' ? Promise.reject(new Error('failed')) : `did ${task}`),
      }
      made.push(thread)
      return thread
    },
    ...{ threads: 2, threadsOfGroup: 2, mostWaiting: 4, isSpent: (reply) => reply === 'did much' },
    ...(idleMilliseconds !== undefined && { idleMilliseconds }),
    busy: () => new Error('busy'),
  })
  const turn = { group: 'a', milliseconds: 1_000, signal: undefined }
  return { made, pool, run: (task: string) => pool.do(task, turn) }
}

test('a thread that has nothing to do ends, and another starts when there is', async () => {
  const { made, run } = poolWith(1)
  expect(await run('one')).toBe('did one')
  await expect.poll(() => made[0]?.ended).toBe(true)
  expect(await run('two')).toBe('did two')
  expect(made).toHaveLength(2)
})

test('a thread stays unless it failed or is spent', async () => {
  const { made, run } = poolWith()
  await run('one')
  await run('two')
  expect(made).toHaveLength(1)
  await expect(run('fails')).rejects.toThrow('failed')
  await run('much')
  await run('three')
  expect(made.map(({ ended }) => ended)).toEqual([true, true, false])
})

test('nothing is taken when too much of one group waits, or after the end', async () => {
  const { made, pool, run } = poolWith()
  const taken = [run('1'), run('2')]
  await expect(run('3')).rejects.toThrow('busy')
  expect(await Promise.all(taken)).toEqual(['did 1', 'did 2'])
  await pool.close()
  expect(made.every(({ ended }) => ended)).toBe(true)
  await expect(run('4')).rejects.toThrow('busy')
})
