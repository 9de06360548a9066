import { expect, test } from 'vitest'
import { readInnerPath, readTreePath } from './tree-path.ts'

test.each([
  ['src/main.ts', 'src/main.ts'],
  ['./src/main.ts', 'src/main.ts'],
  ['.//././src/', 'src'],
  ['', ''],
  ['.', ''],
  ['./', ''],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['.gitignore', '.gitignore'],
  ['a/.gitattributes', 'a/.gitattributes'],
  ['é…/ünïcode/日本語.txt', 'é…/ünïcode/日本語.txt'],
  ['a b/c d.txt', 'a b/c d.txt'],
  ['constructor/__proto__', 'constructor/__proto__'],
  ['-rf', '-rf'],
  ['a..b/...c', 'a..b/...c'],
])('%j is read as %j', (given, path) => {
  expect(readTreePath(given)).toEqual({ path })
})

test.each([
  '/etc/passwd',
  '//host/share',
  '~/.ssh/id_rsa',
  '~root/x',
  'C:/Windows',
  'c:boot.ini',
  '..',
  '../x',
  'a/../../x',
  'a/..',
  './../x',
  'a/./b',
  'a//b',
  'a\\..\\b',
  '\\\\host\\share',
  '.git',
  '.git/config',
  '.GIT/config',
  '.Git/hooks/pre-commit',
  'sub/.git/config',
  'sub/.gIt',
  '.git./config',
  '.git /config',
  '.git . /config',
  '.git::$INDEX_ALLOCATION/config',
  'git~1/config',
  'GIT~2',
  '.g\u200dit/config',
  '.gi\u00adt',
  '\uff0egit/config',
  '.g\uff49t/config',
  '\uff0e\uff0e/x',
  '\u2024\u2024/x',
  'a\uff0fb',
  'a\u0000b',
  'a\nb',
  'a\u001bb',
  'a\u202eb',
  'a\u2028b',
  'a\ud800b',
  'x'.repeat(256),
  'é'.repeat(128),
  'a/'.repeat(600),
  'a/'.repeat(41),
])('%j is refused', (given) => {
  expect(readTreePath(given)).toEqual({ problem: expect.stringMatching(/\.$/) })
})

test.each(['', '.', './'])('%j names no file', (given) => {
  expect(readInnerPath(given)).toEqual({ problem: 'The path names no file.' })
})
