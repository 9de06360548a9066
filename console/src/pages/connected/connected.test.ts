import { describe, expect, test } from 'vitest'
import { consentIn } from './consent-in.ts'
import { outcomeWords } from './outcome-words.ts'

describe('the outcome of a callback', () => {
  test.each(['connected', 'refused', 'expired', 'used', 'unknown', 'different_user', 'failed'])(
    '%s has words of its own',
    (outcome) => {
      expect(outcomeWords(outcome).title).not.toBe(outcomeWords(null).title)
      expect(outcomeWords(outcome).isGood).toBe(outcome === 'connected')
    },
  )
  test.each(['constructor', '__proto__', '', 'CONNECTED'])('%j is none', (outcome) => {
    expect(outcomeWords(outcome)).toEqual(outcomeWords(null))
  })
})

describe('a consent request', () => {
  const request = (value: unknown) => `${Buffer.from(JSON.stringify(value)).toString('base64url')}.signature`
  test('is read from its visible part', () => {
    expect(consentIn(request({ account: 'acme', scopes: ['a.read', 'b'] }))).toEqual({
      account: 'acme',
      scopes: ['a.read', 'b'],
    })
  })
  test.each([
    ['no request', ''],
    ['anything', 'x.y'],
    ['another shape', request(['notes.read'])],
    ['no list', request({ scopes: 'notes.read' })],
    ['odd entries', request({ scopes: [1, null, 'two words', ''] })],
  ])('of %s says nothing', (_, text) => {
    expect(consentIn(text)).toEqual({ account: null, scopes: [] })
  })
})
