import { expect, test } from 'vitest'
import { branchNameFault, isBranchName } from './branch-name.ts'

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

const deep = (parts: number) => Array.from({ length: parts }, () => 'a').join('/')

test.each([
  ['241 bytes', 'x'.repeat(241), 'a name has at most 240 bytes'],
  ['241 bytes in 239 characters', `${'x'.repeat(237)}éé`, 'a name has at most 240 bytes'],
  ['21 parts', deep(21), 'a name has at most 20 parts between slashes'],
  ['HEAD', 'HEAD', 'HEAD is reserved by git'],
  ['a hyphen in front', '-f', 'a name does not begin with a hyphen'],
  [
    'bytes that are not UTF-8',
    Buffer.from([0x61, 0xe4]).toString(),
    'git takes no branch or tag of this name',
  ],
  ['half a surrogate pair', '\ud800', 'git takes no branch or tag of this name'],
])('a name with %s is refused with its reason', (_, name, fault) => {
  expect(branchNameFault(name)).toBe(fault)
})

test('a name of 240 bytes and one of 20 parts are accepted', () => {
  expect(branchNameFault('x'.repeat(240))).toBeNull()
  expect(branchNameFault(deep(20))).toBeNull()
})
