import { expect, test } from 'vitest'
import { isOfOurForm } from './credentials.ts'

test.each(['pat_x', 'wsk_x', 'key_x', 'ses_x', 'aps_x'])('a sent credential %s is one of ours', (secret) => {
  expect(isOfOurForm({ secret, via: 'bearer' })).toBe(true)
  expect(isOfOurForm({ secret, via: 'api_key' })).toBe(true)
  expect(isOfOurForm({ secret, via: 'cookie' })).toBe(false)
})

test.each(['sk_live_x', 'x_pat_', 'patx'])('a sent credential %s is none of ours', (secret) => {
  expect(isOfOurForm({ secret, via: 'bearer' })).toBe(false)
})
