/** How many planted faults of functions are found, and how many clean ones are taken for faulty. */
import { expect, test } from 'vitest'
import { functionsCleanFirst, functionsPlantedFirst } from '../../test/scan-corpus/functions-first.ts'
import { functionsCleanLast, functionsPlantedLast } from '../../test/scan-corpus/functions-last.ts'
import { functionsPlantedLater } from '../../test/scan-corpus/functions-later.ts'
import { functionsCleanLater } from '../../test/scan-corpus/functions-later-clean.ts'
import { inApp } from '../../test/scan-corpus/make-function.ts'
import { functionRules } from './function-rules.ts'
import { scanFunction } from './scan-function.ts'

test.each([
  { part: 'first', cases: functionsPlantedFirst },
  { part: 'later', cases: functionsPlantedLater },
  { part: 'last', cases: functionsPlantedLast },
])('at least 95 % of the faults of the $part part are found, by their rule', async ({ cases }) => {
  const missed: string[] = []
  for (const { rule, fn } of cases) {
    const found = (await scanFunction(inApp(fn))).map(({ rule_id }) => rule_id)
    if (!found.includes(rule ?? '')) missed.push(`${rule}, found ${found.join(' ')}: ${fn.files[0]?.text}`)
  }
  expect(missed.length / cases.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
})

test.each([
  { part: 'first', cases: functionsCleanFirst },
  { part: 'later', cases: functionsCleanLater },
  { part: 'last', cases: functionsCleanLast },
])('at most 3 % of the clean functions of the $part part are taken for faulty', async ({ cases }) => {
  const alarms: string[] = []
  for (const { fn } of cases) {
    const found = (await scanFunction(inApp(fn))).map(({ rule_id }) => rule_id)
    if (found.length > 0) alarms.push(`${found.join(' ')}: ${fn.files[0]?.text}`)
  }
  expect(alarms.length / cases.length, alarms.join('\n')).toBeLessThanOrEqual(0.03)
})

test('there are enough of both, and some of each rule', () => {
  const planted = [...functionsPlantedFirst, ...functionsPlantedLater, ...functionsPlantedLast]
  expect(planted.length).toBeGreaterThanOrEqual(30)
  expect(functionsCleanFirst.length + functionsCleanLater.length).toBeGreaterThanOrEqual(30)
  const planned = Object.keys(functionRules).filter((id) => id !== 'function_not_checked')
  expect([...new Set(planted.map(({ rule }) => rule))].sort()).toEqual(planned.sort())
})
