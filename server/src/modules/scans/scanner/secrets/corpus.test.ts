/** How many planted secrets are found, and how many look-alikes are taken for one. */
import { expect, test } from 'vitest'
import { cleanFirst, plantedFirst } from '../../test/scan-corpus/secrets-first.ts'
import { cleanLast, plantedLast } from '../../test/scan-corpus/secrets-last.ts'
import { cleanLater, plantedLater } from '../../test/scan-corpus/secrets-later.ts'
import { cleanByStranger, plantedByStranger } from '../../test/scan-corpus/secrets-stranger.ts'
import { scanSecrets } from './scan-secrets.ts'

const scan = ({ path, code }: { path: string; code: string }) =>
  scanSecrets({ file: { path, text: code }, function_name: null, key: 'of these tests' })

test.each([
  { part: 'first', cases: plantedFirst },
  { part: 'later', cases: plantedLater },
  { part: 'last', cases: plantedLast },
  { part: 'stranger', cases: plantedByStranger },
])(
  'at least 95 % of the secrets of the $part part are found, at their place and masked',
  async ({ cases }) => {
    const missed: string[] = []
    for (const each of cases) {
      const findings = await scan(each)
      expect(JSON.stringify(findings)).not.toContain(each.value)
      const lines = each.code.slice(0, each.code.indexOf(each.value)).split('\n')
      const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
      if (!findings.some(({ line, column }) => line === place.line && column === place.column)) {
        missed.push(`${each.path}: ${each.code}`)
      }
    }
    expect(missed.length / cases.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  },
)

test.each([
  { part: 'first', cases: cleanFirst },
  { part: 'later', cases: cleanLater },
  { part: 'last', cases: cleanLast },
  { part: 'stranger', cases: cleanByStranger },
])('at most 3 % of the look-alikes of the $part part are taken for secrets', async ({ cases }) => {
  const alarms: string[] = []
  for (const each of cases) {
    const findings = (await scan(each)).filter(({ severity }) => severity !== 'info')
    if (findings.length > 0) alarms.push(`${findings[0]?.rule_id} in ${each.path}: ${each.code}`)
  }
  expect(alarms.length / cases.length, alarms.join('\n')).toBeLessThanOrEqual(0.03)
})

test('there are enough of both', () => {
  expect(plantedFirst.length + plantedLater.length).toBeGreaterThanOrEqual(40)
  expect(cleanFirst.length + cleanLater.length).toBeGreaterThanOrEqual(40)
})
