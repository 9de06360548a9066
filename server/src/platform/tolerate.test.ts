import { expect, test } from 'vitest'
import { collectedLog } from '../../test/collected-log.ts'
import { tolerate } from './tolerate.ts'

test('a tolerated failure is answered with the stand-in and logged with its cause', async () => {
  const log = collectedLog()
  expect(await tolerate(log, 'live users unreadable', Promise.reject(new Error('why')), 0)).toBe(0)
  expect(log.lines).toMatchObject([
    { level: 'warn', msg: 'tolerated: live users unreadable', err: { message: 'why' } },
  ])
})

test('a success is passed on and leaves no trace', async () => {
  const log = collectedLog()
  expect(await tolerate(log, 'nothing', Promise.resolve(7), 0)).toBe(7)
  expect(log.lines).toEqual([])
})
