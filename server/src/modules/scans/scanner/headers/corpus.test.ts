import { expect, test } from 'vitest'
import * as first from '../../test/scan-corpus/headers-first.ts'
import * as later from '../../test/scan-corpus/headers-later.ts'
import type { PageCase } from '../../test/scan-corpus/pages.ts'
import { ratesOf } from '../../test/scan-corpus/rates.ts'
import { judgeHeaders } from './judge-headers.ts'

const CORPUS = [...first.planted, ...first.clean, ...later.planted, ...later.clean]

function outcomeOf({ name, page, found }: PageCase) {
  const rules = judgeHeaders(page).map(({ rule_id }) => rule_id)
  return { name, isPlanted: found.length > 0, isRight: rules.sort().join() === [...found].sort().join() }
}

test('of the corpus nearly all is found, and hardly anything else', () => {
  const rates = ratesOf(CORPUS.map(outcomeOf))
  expect(rates.planted).toBeGreaterThanOrEqual(25)
  expect(rates.clean).toBeGreaterThanOrEqual(25)
  expect(rates.foundShare, `missed: ${rates.missed}`).toBeGreaterThanOrEqual(0.95)
  expect(rates.falseShare, `false alarms: ${rates.falseAlarms}`).toBeLessThanOrEqual(0.03)
})
