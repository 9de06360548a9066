import { expect, test } from 'vitest'
import { advisoriesOf } from '../../test/scan-corpus/advisories.ts'
import * as first from '../../test/scan-corpus/dependencies-first.ts'
import * as later from '../../test/scan-corpus/dependencies-later.ts'
import type { LockCase } from '../../test/scan-corpus/lock-files.ts'
import { ratesOf } from '../../test/scan-corpus/rates.ts'
import { readLockFile } from './read-lock-file.ts'
import { scanDependencies } from './scan-dependencies.ts'

async function outcomeOf({ name, path, text, manifest, found }: LockCase) {
  const given = manifest ? { path: 'package.json', text: JSON.stringify(manifest) } : null
  const lock = await readLockFile({ file: { path, text }, manifest: given })
  const packages = 'packages' in lock ? lock.packages : []
  const { findings } = await scanDependencies(advisoriesOf(), packages, new AbortController().signal)
  const names = [...new Set(findings.map(({ package_name }) => package_name))].sort()
  return {
    name,
    isPlanted: found.length > 0,
    isRight: 'packages' in lock && names.join() === [...found].sort().join(),
  }
}

const CORPUS = [...first.planted, ...first.clean, ...later.planted, ...later.clean]

test('of the corpus nearly all is found, and hardly anything else', async () => {
  const rates = ratesOf(await Promise.all(CORPUS.map(outcomeOf)))
  expect(rates.planted).toBeGreaterThanOrEqual(25)
  expect(rates.clean).toBeGreaterThanOrEqual(25)
  expect(rates.foundShare, `missed: ${rates.missed}`).toBeGreaterThanOrEqual(0.95)
  expect(rates.falseShare, `false alarms: ${rates.falseAlarms}`).toBeLessThanOrEqual(0.03)
})
