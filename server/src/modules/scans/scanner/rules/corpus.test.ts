import { describe, expect, test } from 'vitest'
import { scanRuleEngine as engine } from '../../../../wiring/scan-rule-engine.ts'
import * as first from '../../test/scan-corpus/rules-first.ts'
import * as later from '../../test/scan-corpus/rules-later.ts'
import type { Clean, Planted } from '../../test/scan-corpus/rules-sample.ts'
import { scanRules } from './scan-rules.ts'

const LEAST_FOUND = 0.95
const MOST_FALSE = 0.03

const found = ({ schemas, app = 'public_with_login' }: Planted | Clean) =>
  scanRules(engine, { app: { public_settings: app }, schemas })

async function isFound(one: Planted): Promise<boolean> {
  const rules = [one.finds].flat()
  const findings = await found(one)
  return findings.some(
    ({ rule_id, severity }) => rules.includes(rule_id) && (!one.severity || severity === one.severity),
  )
}

async function isFalseAlarm(one: Clean): Promise<boolean> {
  const findings = await found(one)
  return findings.some(
    ({ rule_id, severity }) => rule_id !== one.may || (severity !== 'low' && severity !== 'info'),
  )
}

describe.each([
  ['first', first],
  ['later', later],
])('of the half that was written %s', (_, { planted, lookAlikes }) => {
  test('what was planted is found', async () => {
    const missed: string[] = []
    for (const one of planted) if (!(await isFound(one))) missed.push(one.name)
    expect(1 - missed.length / planted.length, missed.join('\n')).toBeGreaterThanOrEqual(LEAST_FOUND)
  })

  test('what is clean raises no alarm', async () => {
    const wrong: string[] = []
    for (const one of lookAlikes) if (await isFalseAlarm(one)) wrong.push(one.name)
    expect(wrong.length / lookAlikes.length, wrong.join('\n')).toBeLessThanOrEqual(MOST_FALSE)
  })
})

test('every schema of the corpus could be saved', () => {
  const all = [first, later].flatMap(({ planted, lookAlikes }) => [...planted, ...lookAlikes])
  const faults = all.flatMap(({ name, schemas }) =>
    schemas.flatMap((schema) => engine.faultsOf(schema).map((fault) => `${name}: ${fault}`)),
  )
  expect(faults).toEqual([])
})
