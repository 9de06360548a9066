import { describe, expect, test } from 'vitest'
import { done } from './sandbox-outcomes.ts'
import { unlessFailing } from './sandbox-sentinels.ts'

const OPERATIONS = ['pause', 'resume', 'update', 'delete'] as const

describe.each(OPERATIONS)('%s', (operation) => {
  /** How it ends for a campaign of this name, and whether it was done. */
  async function tried(name: string) {
    let isDone = false
    const { outcome } = await unlessFailing(operation, name, async () => {
      isDone = true
      return done('it')
    })
    return { outcome, isDone }
  }

  test('is done, whatever other words the name has', async () => {
    const others = OPERATIONS.filter((other) => other !== operation)
    const names = ['Spring', '[timeout-lost]', ...others.map((other) => `[${other}-timeout-lost]`)]
    for (const name of names) expect(await tried(name)).toEqual({ outcome: 'done', isDone: true })
  })

  test.each([
    ['timeout-applied', { outcome: 'unknown', isDone: true }],
    ['timeout-lost', { outcome: 'unknown', isDone: false }],
    ['unavailable', { outcome: 'unavailable', isDone: false }],
  ])('ends in %s when the name says so', async (how, expected) => {
    expect(await tried(`Spring [${operation}-${how}] sale`)).toEqual(expected)
  })
})

test('a refusal stays a refusal: nothing was applied whose answer could be lost', async () => {
  const refused = { outcome: 'rejected' as const, reasons: [] }
  expect(await unlessFailing('pause', '[pause-timeout-applied]', async () => refused)).toBe(refused)
})
