import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isBranchName } from './branch-name.ts'
import { refsFor } from './ref-names.ts'

const NAMES = [
  'main',
  'feature/x',
  'a.b',
  'ä',
  'a@b',
  'a-b',
  'x/@',
  '日本',
  'a{b',
  '@a',
  'a..b',
  '.a',
  'a/.b',
  'a.',
  'a/',
  '/a',
  'a//b',
  'a b',
  'a~b',
  'a^b',
  'a:b',
  'a?b',
  'a*b',
  'a[b',
  'a\\b',
  'a\x7fb',
  'a\tb',
  'a.lock',
  'a.lock/b',
  'a@{b',
  '@',
  '-a',
  '',
  'a.locks',
  'lock',
  'a/-b',
  'HEAD',
  'a\nb',
]

test('names are judged as git judges them', () => {
  for (const name of NAMES) {
    const { status } = spawnSync('git', ['check-ref-format', '--branch', name], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    })
    // git expands this one, and takes it as a name of a branch in no other place.
    if (name === '@') expect(isBranchName(name)).toBe(false)
    else expect(isBranchName(name), name).toBe(status === 0)
  }
})

test('a name is looked for among branches first, and a full one where it says', () => {
  expect(refsFor('v1')).toEqual(['refs/heads/v1', 'refs/tags/v1'])
  expect(refsFor('refs/tags/v1')).toEqual(['refs/tags/v1'])
  expect(refsFor('refs/heads/a..b')).toEqual([])
  expect(refsFor('a..b')).toEqual([])
})
