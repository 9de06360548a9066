import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const never = new AbortController().signal

test('a place that comes free goes to who waits longest', async () => {
  const take = createSlots(1)
  const leave = await take('a', never)
  const order: string[] = []
  const waiting = ['first', 'second'].map(async (name) => {
    const free = await take('a', never)
    order.push(name)
    free()
  })
  leave()
  await Promise.all(waiting)
  expect(order).toEqual(['first', 'second'])
})

test('who gave up waiting takes no place with them', async () => {
  const take = createSlots(1)
  const leave = await take('a', never)
  const impatient = new AbortController()
  const givenUp = take('a', impatient.signal)
  const patient = take('a', never)
  impatient.abort(new Error('too long'))
  await expect(givenUp).rejects.toThrow('too long')
  leave()
  const free = await patient
  free()
  await expect(take('a', never)).resolves.toBeTypeOf('function')
})

test('a place that is left twice is free once', async () => {
  const take = createSlots(1)
  const leave = await take('a', never)
  leave()
  const free = await take('a', never)
  leave()
  const waits = new AbortController()
  const waiting = take('a', waits.signal)
  waits.abort(new Error('still taken'))
  await expect(waiting).rejects.toThrow('still taken')
  free()
})

test('who has given up before asking takes no place, and the places of others are their own', async () => {
  const take = createSlots(1)
  const over = AbortSignal.abort(new Error('over'))
  await expect(take('a', over)).rejects.toThrow('over')
  await take('a', never)
  await expect(take('b', never)).resolves.toBeTypeOf('function')
})
