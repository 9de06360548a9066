import { expect, test, vi } from 'vitest'
import { holdLease } from './hold-lease.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

/** Each answer is given to one extension; the last ones say that all is well. */
function held(...answers: (string | null | Error)[]) {
  const happened: string[] = []
  const lease = holdLease<string>({
    ...{ log, of: 'some work', seconds: 0.003 },
    async extend() {
      const answer = answers.shift() ?? ''
      if (answer instanceof Error) throw answer
      happened.push('extended')
      return answer
    },
    onLost: () => happened.push('lost'),
    onNews: (news) => news !== '' && happened.push(news),
  })
  return { happened, lease }
}

test('a lease is extended until its end, and says what it learned', async () => {
  const { happened, lease } = held('cancel', new Error('silent'), null)
  await vi.waitFor(() => expect(happened).toContain('lost'))
  await lease.end()
  const count = happened.length
  expect(happened.slice(0, 4)).toEqual(['extended', 'cancel', 'extended', 'lost'])
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(happened.length).toBe(count)
})
