import { expect, test } from 'vitest'
import { isBranchName } from './branch-name.ts'

test.each(['main', 'feature/one', 'v1.2', 'ünïcode', 'a-b_c', 'heads/x', 'a@b'])('%s is a branch', (name) => {
  expect(isBranchName(name)).toBe(true)
})

const BAD = [
  ...['', '-x', '/x', 'x/', 'x.', 'x..y', 'x//y', '.x', 'a/.b', 'x.lock', 'a.lock/b', '@', 'HEAD', 'x@{1}'],
  ...['a b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\b', 'a\u0000', 'a\nb', 'a\u007f'],
]
test.each(BAD.map((name) => [JSON.stringify(name), name]))('%s is none', (_, name) => {
  expect(isBranchName(name)).toBe(false)
})
