/** Repositories that are refused, whatever else they hold. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CLONE } from './test/git-scene.ts'
import { modulesFile, oneFile, useHostileScene } from './test/hostile-scene.ts'
import { type Entry, FILE, FOLDER, LINK, type RawRepository } from './test/raw-repository.ts'

const { take, canaries, touch } = useHostileScene()

describe('is not taken at all:', () => {
  test.each<[string, (raw: RawRepository) => Entry[]]>([
    [
      'a folder .git',
      (raw) => [
        [FOLDER, '.git', raw.tree([FILE, 'config', raw.blob(`[core]\n\tfsmonitor = "${touch('a')}"`)])],
      ],
    ],
    ['a file .git', oneFile('.git', 'gitdir: /tmp')],
    ['a link .git', (raw) => [[LINK, '.git', raw.blob('/tmp')]]],
    ['.GIT', oneFile('.GIT')],
    ['.Git in a folder', (raw) => [[FOLDER, 'a', raw.tree([FILE, '.Git', raw.blob('')])]]],
    ['GIT~1', oneFile('GIT~1')],
    ['git~1', oneFile('git~1')],
    ['.git with a space behind it', oneFile('.git ')],
    ['.git with a dot behind it', oneFile('.git.')],
    ['.git with a character that is not shown', oneFile('.g\u200cit')],
    ['.git with a byte order mark', oneFile('\ufeff.git')],
    ['.git with a stream of Windows', oneFile('.git::$INDEX_ALLOCATION')],
    ['.git behind a backslash', oneFile('a\\.git\\config')],
    ['.git with a backslash behind it', oneFile('.git\\config')],
    ['a path upwards', (raw) => [[FOLDER, '..', raw.tree([FILE, 'canary', raw.blob('x')])]]],
    ['a file ..', oneFile('..')],
    ['a file .', oneFile('.')],
    ['a path upwards in one name', oneFile('../canaries/up')],
    ['an absolute path', oneFile(join(canaries, 'absolute'))],
    ['a name with a slash', oneFile('a/b')],
    ['a name of nothing', oneFile('')],
    [
      'the same name twice',
      (raw) => [
        [FILE, 'a', raw.blob('1')],
        [FILE, 'a', raw.blob('2')],
      ],
    ],
    [
      'a link, and a folder of the same name',
      (raw) => [
        [LINK, 'a', raw.blob(canaries)],
        [FOLDER, 'a', raw.tree([FILE, 'written', raw.blob('x')])],
      ],
    ],
    [
      'names in disorder',
      (raw) => [
        [FILE, 'b', raw.blob('1')],
        [FILE, 'a', raw.blob('2')],
      ],
    ],
    ['.gitmodules as a link', (raw) => [[LINK, '.gitmodules', raw.blob('/etc/passwd')]]],
    ['a submodule whose address is an option', oneFile('.gitmodules', modulesFile('--upload-pack=touch x'))],
    ['a submodule whose address is a command', oneFile('.gitmodules', modulesFile('-u./run'))],
    ['a submodule whose path is an option', oneFile('.gitmodules', modulesFile('https://a.example/b', '-x'))],
    [
      'a submodule whose name leads upwards',
      oneFile('.gitmodules', modulesFile('https://a.example/b', 'sub', '../../x')),
    ],
    [
      'a submodule that would be updated by a command',
      oneFile('.gitmodules', `${modulesFile('https://a.example/b')}\tupdate = !${touch('u')}\n`),
    ],
    ['a file that is not there', () => [[FILE, 'a', '1'.repeat(40)]]],
    ['a folder that is a file', (raw) => [[FOLDER, 'a', raw.blob('x')]]],
    ['a file that is a folder', (raw) => [[FILE, 'a', raw.tree()]]],
    ['a name that is too long', oneFile('x'.repeat(300))],
  ])('%s', async (_name, make) => {
    await expect(take(make)).rejects.toMatchObject({
      name: 'GitFailed',
      fault: expect.stringMatching(/failed|ref_not_found/),
    })
  })
})

describe('is too large:', () => {
  test.each<[string, (raw: RawRepository) => Entry[], Partial<typeof CLONE>]>([
    [
      'ten million files in a few bytes',
      (raw) => {
        let inner = raw.tree(...'0123456789'.split('').map((name) => [FILE, name, raw.blob('')] as const))
        for (let level = 0; level < 6; level++)
          inner = raw.tree(...'0123456789'.split('').map((name) => [FOLDER, name, inner] as const))
        return [[FOLDER, 'a', inner]]
      },
      {},
    ],
    [
      'a file that fills the disk',
      (raw) => [[FILE, 'zeros', raw.blob(Buffer.alloc(17 * 2 ** 20))]],
      { maxBytes: 2 ** 20 },
    ],
    [
      'the same file over and over',
      (raw) => {
        const blob = raw.blob(Buffer.alloc(2 ** 20))
        return Array.from({ length: 20 }, (_, at) => [FILE, `f${String(at).padStart(3, '0')}`, blob] as const)
      },
      { maxBytes: 2 ** 20 },
    ],
    [
      'more than may be copied',
      (raw) => [[FILE, 'noise', raw.blob(randomBytes(3_000_000))]],
      { maxBytes: 2 ** 20 },
    ],
    [
      'folders in folders in folders',
      (raw) => {
        let inner = raw.tree([FILE, 'a', raw.blob('x')])
        for (let level = 0; level < 300; level++) inner = raw.tree([FOLDER, 'd', inner])
        return [[FOLDER, 'a', inner]]
      },
      {},
    ],
    [
      'too many files',
      (raw) =>
        Array.from(
          { length: 20 },
          (_, at) => [FILE, `f${String(at).padStart(2, '0')}`, raw.blob('')] as const,
        ),
      { maxFiles: 10 },
    ],
  ])('%s', async (_name, make, limits) => {
    await expect(take(make, limits)).rejects.toMatchObject({ fault: 'too_large' })
  })
})
