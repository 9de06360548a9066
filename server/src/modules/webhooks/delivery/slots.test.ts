import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSlots, type Slot } from './slots.ts'

const LIMITS = { fast: 4, slow: 3, perWebhook: { fast: 3, slow: 1 }, perHost: 4 }

function taken(slot: Slot | null): Slot {
  if (!slot) throw new Error('there was room')
  return slot
}

describe('slots', () => {
  test('bound each pool, and give back what is freed, once', () => {
    const slots = createSlots(LIMITS)
    const held = ['a', 'b', 'c', 'd'].map((id) => taken(slots.take('fast', id, id)))
    expect([slots.room('fast'), slots.take('fast', 'e', 'e')]).toEqual([0, null])
    expect(slots.room('slow')).toBe(3)
    held[0]?.free()
    held[0]?.free()
    expect(slots.room('fast')).toBe(1)
  })

  test('bound the lanes of one webhook by pool, and tell which have enough', () => {
    const slots = createSlots(LIMITS)
    taken(slots.take('fast', 'a', 'x'))
    expect([slots.full('fast'), slots.full('slow')]).toEqual([[], ['a']])
    expect(slots.take('slow', 'a', 'x')).toBeNull()
    taken(slots.take('fast', 'a', 'x'))
    taken(slots.take('fast', 'a', 'x'))
    expect(slots.full('fast')).toEqual(['a'])
    expect(slots.take('fast', 'a', 'x')).toBeNull()
  })

  test('a place is spare while its pool has room, nobody was turned away at its host, and it is a fast one', () => {
    const slots = createSlots({ ...LIMITS, perHost: 2 })
    const slot = taken(slots.take('fast', 'a', 'x'))
    const other = taken(slots.take('fast', 'b', 'x'))
    expect(slot.isSpare()).toBe(true)
    slots.take('fast', 'c', 'x')
    expect(slot.isSpare()).toBe(false)
    other.free()
    expect(slot.isSpare()).toBe(true)
    const rest = ['d', 'e', 'f'].map((id) => taken(slots.take('fast', id, id)))
    expect(slot.isSpare()).toBe(false)
    rest[0]?.free()
    expect(slot.isSpare()).toBe(true)
    slot.moveToSlow()
    expect(slot.isSpare()).toBe(false)
    expect(taken(slots.take('slow', 'g', 'g')).isSpare()).toBe(false)
  })

  test('an attempt that takes long leaves its fast place, even when the slow pool is full', () => {
    const slots = createSlots(LIMITS)
    for (const id of ['a', 'b', 'c']) taken(slots.take('slow', id, id))
    const slot = taken(slots.take('fast', 'd', 'd'))
    slot.moveToSlow()
    slot.moveToSlow()
    expect([slot.pool, slots.room('fast'), slots.room('slow')]).toEqual(['slow', 4, 0])
    slot.free()
    expect(slots.room('slow')).toBe(0)
  })

  test('a webhook that was turned away at its host is left out until the host has room', () => {
    const slots = createSlots({ ...LIMITS, fast: 9 })
    const held = ['a', 'b', 'c', 'd'].map((id) => taken(slots.take('fast', id, 'busy')))
    expect(slots.take('fast', 'e', 'busy')).toBeNull()
    expect(slots.full('fast')).toEqual(['e'])
    held[0]?.free()
    expect(slots.full('fast')).toEqual([])
    taken(slots.take('fast', 'e', 'busy'))
  })

  test('are all there again after any course of events', () => {
    const step = fc.record({
      what: fc.constantFrom('take fast', 'take slow', 'move', 'free'),
      webhook: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      host: fc.constantFrom('x', 'y'),
      which: fc.nat(20),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const slots = createSlots(LIMITS)
        const held: Slot[] = []
        for (const { what, webhook, host, which } of steps) {
          const one = held[which % Math.max(1, held.length)]
          if (what === 'move') one?.moveToSlow()
          else if (what === 'free') one?.free()
          else {
            const slot = slots.take(what === 'take fast' ? 'fast' : 'slow', webhook, host)
            if (slot) held.push(slot)
          }
          expect(slots.room('fast')).toBeLessThanOrEqual(4)
        }
        for (const slot of held) slot.free()
        expect([slots.room('fast'), slots.room('slow'), slots.full('slow')]).toEqual([4, 3, []])
      }),
    )
  })
})
