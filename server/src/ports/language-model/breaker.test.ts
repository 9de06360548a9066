import { beforeEach, expect, test } from 'vitest'
import { type Breaker, createBreaker } from './breaker.ts'

let now: number
let changes: string[]
let breaker: Breaker

beforeEach(() => {
  now = 0
  changes = []
  breaker = createBreaker({
    clock: { now: () => new Date(now) },
    failuresToOpen: 2,
    halfOpenAfterMs: 1000,
    onChange: (state) => changes.push(state),
  })
})

const fail = () => breaker.enter()('failure')

test('a success in between starts the count again', () => {
  fail()
  breaker.enter()('success')
  fail()
  expect(breaker.isOpen).toBe(false)
  fail()
  expect(breaker.isOpen).toBe(true)
})

test('half open, one call goes ahead and the others are still refused', () => {
  fail()
  fail()
  now = 1000
  expect(breaker.isOpen).toBe(false)
  const settle = breaker.enter()
  expect(() => breaker.enter()).toThrow('left alone')
  settle('success')
  breaker.enter()('success')
  expect(changes).toEqual(['open', 'closed'])
})

test('a caller who leaves while half open makes way for the next one', () => {
  fail()
  fail()
  now = 1000
  breaker.enter()('unknown')
  breaker.enter()('failure')
  expect(() => breaker.enter()).toThrow('left alone')
  expect(changes).toEqual(['open', 'open'])
})

test('calls from before it opened change nothing, and an outcome counts once', () => {
  const early = breaker.enter()
  const late = breaker.enter()
  const once = breaker.enter()
  once('failure')
  once('failure')
  expect(breaker.isOpen).toBe(false)
  fail()
  early('success')
  now = 500
  late('failure')
  expect(breaker.isOpen).toBe(true)
  now = 1000
  expect(breaker.isOpen).toBe(false)
  expect(changes).toEqual(['open'])
})
