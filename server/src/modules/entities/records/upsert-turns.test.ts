import { expect, test } from 'vitest'
import { createUpsertTurns } from './upsert-turns.ts'

const set = { app_id: 'app_1', entity_name: 'Task' }
const TOO_MANY = { code: 'rate_limited', headers: { 'Retry-After': '1' } }

test('upserts by one key take turns, whatever the order of its fields; other keys wait for none', async () => {
  const turns = createUpsertTurns()
  const end = await turns(set, ['a', 'b'])
  let isSecond = false
  const second = turns(set, ['b', 'a']).then((endSecond) => {
    isSecond = true
    return endSecond
  })
  const others = await Promise.all([turns(set, ['a']), turns({ ...set, app_id: 'app_2' }, ['a', 'b'])])
  expect(isSecond).toBe(false)
  end()
  for (const leave of [await second, ...others]) leave()
})

test('an upsert that waits too long, or behind a hundred others, is refused', async () => {
  const turns = createUpsertTurns({ longestMs: 50 })
  const end = await turns(set, ['a'])
  const waiting = Array.from({ length: 100 }, () => turns(set, ['a']))
  await expect(turns(set, ['a'])).rejects.toMatchObject(TOO_MANY)
  for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ reason: TOO_MANY })
  end()
  const next = await turns(set, ['a'])
  next()
})
