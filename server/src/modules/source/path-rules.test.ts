import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldersOf, foldPath, takenPaths } from '../../platform/files/file-paths.ts'
import { pathProblem } from './path-rules.ts'

describe('a path', () => {
  test.each([
    'a',
    'index.html',
    'src/pages/[id].tsx',
    'src/routes/$param/(group)/@slot/_layout.tsx',
    'src/pages/[...slug].js',
    '.env.example',
    '.gitignore',
    '.gitattributes',
    '.github/workflows/ci.yml',
    'src/git/.gitkeep',
    'functions/Send Mail/entry.ts',
    'src/straße/日本語/é.txt',
    'console.ts',
    'auxiliary.js',
    'com10.txt',
    '...hidden',
    'a~1',
    `${'d/'.repeat(31)}f`,
    'x'.repeat(255),
  ])('can be %j', (path) => {
    expect(pathProblem(path)).toBeNull()
  })

  test.each([
    ['', 'starts and ends'],
    ['/etc/passwd', 'starts and ends'],
    ['a/', 'starts and ends'],
    ['a//b', 'starts and ends'],
    ['.', 'by dots'],
    ['a/../../b', 'by dots'],
    ['./a', 'by dots'],
    ['a\\b', 'characters'],
    ['..\\a', 'characters'],
    ['C:/a', 'characters'],
    ['a:stream', 'characters'],
    ['a\0b', 'characters'],
    ['a\nb', 'characters'],
    ['a\u007fb', 'characters'],
    ['a\u0085b', 'characters'],
    ['a\u202eb', 'characters'],
    ['.g\u200cit/config', 'characters'],
    ['.git\ufe0f/config', 'characters'],
    ['\ufeff.git/config', 'characters'],
    ['a\ue000', 'characters'],
    ['a*', 'characters'],
    ['.git/config', 'git'],
    ['a/.git', 'git'],
    ['.GIT/hooks/post-checkout', 'git'],
    ['.Git', 'git'],
    ['git~1/config', 'git'],
    ['GIT~2', 'git'],
    ['.gitmodules', 'git'],
    ['.GitModules', 'git'],
    ['gitmod~1', 'git'],
    ['.git ', 'nor end'],
    ['.git.', 'nor end'],
    ['.git. . ', 'nor end'],
    ['．git/config', 'git'],
    ['.ｇｉｔ/config', 'git'],
    ['a／b', 'git'],
    ['．．/a', 'git'],
    ['a.', 'nor end'],
    ['a /b', 'nor end'],
    [' a', 'start with a space'],
    ['con', 'device'],
    ['src/AUX.txt', 'device'],
    ['nul.tar.gz', 'device'],
    ['com1', 'device'],
    ['com¹', 'device'],
    ['LPT9.log', 'device'],
    ['conout$', 'device'],
    ['con .txt', 'device'],
    ['e\u0301.txt', 'normal form'],
    [`${'d/'.repeat(32)}f`, '32 names'],
    ['x'.repeat(256), '255 bytes'],
    [`${'ä'.repeat(100)}/${'ä'.repeat(100)}/${'ä'.repeat(60)}`, '512 bytes'],
  ])('cannot be %j', (path, reason) => {
    expect(pathProblem(path)).toContain(reason)
  })

  test('whatever passes stays below its folder, on every system', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('.', '..', '.git', 'git~1', 'a', '/', '\\', ' ', ':', '．', '\u200d', 'con', 'é'),
            fc.string({ unit: 'binary', maxLength: 3 }),
          ),
          { maxLength: 8 },
        ),
        (parts) => {
          const path = parts.join('')
          if (pathProblem(path) !== null) return
          const names = path.split('/')
          expect(names.every((name) => !/^\s*\.+\s*$/.test(name.normalize('NFKC')))).toBe(true)
          expect(names.every((name) => !/^\.git[\s.]*$/i.test(name.normalize('NFKC')))).toBe(true)
          expect(path).not.toMatch(/\\|\p{Cc}|^\/|\/\/|\/$/u)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

test('paths that a disk may take for the same fold to the same', () => {
  for (const [a, b] of [
    ['src/App.tsx', 'SRC/app.TSX'],
    ['straße', 'STRASSE'],
    ['É', 'é'],
    ['ﬁle', 'FILE'],
    ['ſ', 's'],
    ['K', 'k'],
  ] as const) {
    expect(foldPath(a), `${a} ${b}`).toBe(foldPath(b))
  }
  expect(foldPath('a')).not.toBe(foldPath('ä'))
})

test('the folders on the way to a file', () => {
  expect(foldersOf('a/b/c')).toEqual(['a', 'a/b'])
  expect(foldersOf('a')).toEqual([])
})

test.each<[string[], string[], [path: string, by: string][]]>([
  [[], ['a/b', 'a/c', 'd'], []],
  [['a/b'], ['a/c', 'a/d/e'], []],
  [['a'], ['A'], [['A', 'a']]],
  [['a'], ['a'], [['a', 'a']]],
  [['a/b'], ['a'], [['a', 'a']]],
  [['a/b'], ['A'], [['A', 'a']]],
  [['a'], ['a/b'], [['a/b', 'a']]],
  [['a'], ['A/b/c'], [['A/b/c', 'a']]],
  [['a/b/c'], ['a/B/d'], [['a/B/d', 'a/b']]],
  // Of two that are added, the second is the one too many; what is in nobody's way comes in.
  [[], ['x/y', 'X/z', 'w'], [['X/z', 'x']]],
])('next to %j, of %j cannot be there: %j', (known, added, expected) => {
  expect(takenPaths(known, added).map(({ path, by }) => [path, by])).toEqual(expected)
})
