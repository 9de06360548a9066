import { expect, test } from 'vitest'
import { earlierRuns, failureFacts, HTTP_500 } from '../test/failure-facts.ts'
import { isAlike, judgeHistory } from './judge-history.ts'

const success = (version: number) => ({ version, completed_at: null, definition: null })

test.each([
  ['first', [], null],
  ['first', ['cancelled'], null],
  ['never_worked', ['same', 'other'], null],
  ['regression', ['same', 'ok:1', 'ok:1'], 1],
  ['regression', ['same', 'same', 'same', 'same', 'same'], 1],
  ['flake', ['ok', 'same', 'ok'], 2],
  ['flake', ['same', 'ok', 'same'], 2],
  ['persistent', ['same', 'same', 'ok'], 2],
  ['persistent', ['same', 'same', 'same', 'same', 'same'], 2],
  ['new', ['ok', 'ok'], 2],
  ['new', ['other', 'ok'], 2],
] as const)('%s: after %j, with the last success of version %s', (history, written, version) => {
  const facts = failureFacts({
    earlier: earlierRuns(...written),
    last_success: version === null ? null : success(version),
  })
  expect(judgeHistory(facts)).toBe(history)
})

test('rounds of a loop, attempts and visits are the same place, other codes and steps are not', () => {
  const failed = (changes: object) => ({ error: { ...HTTP_500, ...changes } })
  const one = failed({ step_id: 'all[3].send' })
  expect(isAlike(one, failed({ step_id: 'all[4].send' }))).toBe(true)
  expect(isAlike(one, failed({ step_id: 'all#2[0].send#3' }))).toBe(true)
  expect(isAlike(failed({ step_id: 'try(2).send' }), failed({ step_id: 'try.send' }))).toBe(true)
  expect(isAlike(failed({ step_id: 'try(catch).send' }), failed({ step_id: 'try.send' }))).toBe(false)
  expect(isAlike(one, failed({ step_id: 'all[4].load' }))).toBe(false)
  expect(isAlike(one, failed({ step_id: null }))).toBe(false)
  expect(isAlike(one, failed({ step_id: 'all[3].send', code: 'timeout' }))).toBe(false)
  expect(isAlike(one, { error: null })).toBe(false)
})
