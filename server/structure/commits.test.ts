/** What CONTRIBUTING.md says about commits, for all since it was agreed on. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const AGREED = '2026-11-16T16:00:00Z'
const LONGEST = 72

// A copy without its history has nothing to check.
test.runIf(existsSync(join(root, '.git')))('subjects are `area: summary` and fit a line', () => {
  const log = execFileSync(
    'git',
    ['-c', 'safe.directory=*', 'log', '--no-merges', `--since=${AGREED}`, '--format=%s'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const subjects = log.split('\n').filter(Boolean)
  expect(subjects.filter((subject) => subject.length > LONGEST)).toEqual([])
  expect(subjects.filter((subject) => !/^[a-z0-9-]+: \S/.test(subject))).toEqual([])
})
