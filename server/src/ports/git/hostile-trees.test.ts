/** Repositories whose files are made to do harm: each is refused, or does none. */

import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ADA, CLONE, here, LIMITS, NEVER, NOON, useGit } from '../../../test/git-scene.ts'
import {
  type Entry,
  FILE,
  FOLDER,
  LINK,
  makeRawRepository,
  type RawRepository,
  SUBMODULE,
} from '../../../test/raw-repository.ts'
import type { WorkCopy } from './port.ts'

const { git, folder, place } = useGit()
/** Everything that is run by mistake leaves a file here, and so does what is written through a link. */
const canaries = join(folder, 'canaries')
mkdirSync(canaries)
const touch = (name: string) => `touch ${join(canaries, name)}`
afterAll(() => expect(readdirSync(canaries)).toEqual([]))

/** A repository with these files on `main`, cloned. */
async function taken(
  make: (raw: RawRepository) => Entry[],
  limits: Partial<typeof CLONE> = {},
): Promise<WorkCopy> {
  const raw = makeRawRepository(place())
  raw.ref('refs/heads/main', raw.commit(raw.tree(...make(raw))))
  // Alone in its folder, so that what is written next to it shows.
  const around = place()
  try {
    return await git.clone(here(raw.folder), join(around, 'copy'), { ...CLONE, ...limits, ref: 'main' })
  } finally {
    expect(readdirSync(around).filter((name) => name !== 'copy')).toEqual([])
  }
}

/** All that is done with files: looked at, changed, committed, taken back. */
async function workWith(work: WorkCopy): Promise<string> {
  await work.listFiles({ under: '', most: 100 })
  await work.search({ pattern: 'root', isRegex: false, under: '', most: 100, signal: NEVER })
  writeFileSync(join(work.tree, 'added.txt'), 'added\n')
  await work.changes(LIMITS)
  const start = await work.head()
  const commit = (await work.commitAll({ parent: start, message: 'Change', author: ADA, at: NOON })) ?? ''
  await work.diff(start, commit, LIMITS)
  await work.checkOut(start ?? '')
  await work.checkOut(commit)
  return commit
}

const MODULES = (url: string, path = 'sub', name = 'sub') =>
  `[submodule "${name}"]\n\tpath = ${path}\n\turl = ${url}\n`
const file =
  (name: string | Buffer, content = 'x') =>
  (raw: RawRepository) => [[FILE, name, raw.blob(content)] as const]

describe('is not taken at all:', () => {
  test.each<[string, (raw: RawRepository) => Entry[]]>([
    [
      'a folder .git',
      (raw) => [
        [FOLDER, '.git', raw.tree([FILE, 'config', raw.blob(`[core]\n\tfsmonitor = "${touch('a')}"`)])],
      ],
    ],
    ['a file .git', file('.git', 'gitdir: /tmp')],
    ['a link .git', (raw) => [[LINK, '.git', raw.blob('/tmp')]]],
    ['.GIT', file('.GIT')],
    ['.Git in a folder', (raw) => [[FOLDER, 'a', raw.tree([FILE, '.Git', raw.blob('')])]]],
    ['GIT~1', file('GIT~1')],
    ['git~1', file('git~1')],
    ['.git with a space behind it', file('.git ')],
    ['.git with a dot behind it', file('.git.')],
    ['.git with a character that is not shown', file('.g\u200cit')],
    ['.git with a byte order mark', file('\ufeff.git')],
    ['.git with a stream of Windows', file('.git::$INDEX_ALLOCATION')],
    ['.git behind a backslash', file('a\\.git\\config')],
    ['.git with a backslash behind it', file('.git\\config')],
    ['a path upwards', (raw) => [[FOLDER, '..', raw.tree([FILE, 'canary', raw.blob('x')])]]],
    ['a file ..', file('..')],
    ['a file .', file('.')],
    ['a path upwards in one name', file('../canaries/up')],
    ['an absolute path', file(join(canaries, 'absolute'))],
    ['a name with a slash', file('a/b')],
    ['a name of nothing', file('')],
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
    ['a submodule whose address is an option', file('.gitmodules', MODULES('--upload-pack=touch x'))],
    ['a submodule whose address is a command', file('.gitmodules', MODULES('-u./run'))],
    ['a submodule whose path is an option', file('.gitmodules', MODULES('https://a.example/b', '-x'))],
    [
      'a submodule whose name leads upwards',
      file('.gitmodules', MODULES('https://a.example/b', 'sub', '../../x')),
    ],
    [
      'a submodule that would be updated by a command',
      file('.gitmodules', `${MODULES('https://a.example/b')}\tupdate = !${touch('u')}\n`),
    ],
    ['a file that is not there', () => [[FILE, 'a', '1'.repeat(40)]]],
    ['a folder that is a file', (raw) => [[FOLDER, 'a', raw.blob('x')]]],
    ['a file that is a folder', (raw) => [[FILE, 'a', raw.tree()]]],
    ['a name that is too long', file('x'.repeat(300))],
  ])('%s', async (_name, make) => {
    await expect(taken(make)).rejects.toMatchObject({
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
      (raw) => [
        [
          FILE,
          'noise',
          raw.blob(execFileSync('head', ['-c', '3000000', '/dev/urandom'], { maxBuffer: 2 ** 23 })),
        ],
      ],
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
    await expect(taken(make, limits)).rejects.toMatchObject({ fault: 'too_large' })
  })
})

describe('does no harm:', () => {
  test('attributes that name filters, drivers and encodings', async () => {
    const attributes =
      '* filter=evil diff=evil merge=evil text eol=crlf ident working-tree-encoding=UTF-16\n*.txt -diff\n'
    const content = '$Id$\nroot\n'
    const work = await taken((raw) => [
      [FILE, '.gitattributes', raw.blob(attributes)],
      [
        FILE,
        '.gitconfig',
        raw.blob(`[filter "evil"]\n\tsmudge = ${touch('smudge')}\n\tclean = ${touch('clean')}\n`),
      ],
      [FILE, 'a.txt', raw.blob(content)],
    ])
    expect(readFileSync(join(work.tree, 'a.txt'), 'utf8')).toBe(content)
    await workWith(work)
    writeFileSync(join(work.tree, 'a.txt'), `${content}more\r\n`)
    const { files } = await work.changes(LIMITS)
    expect(files[0]?.patch).toBe('@@ -1,2 +1,3 @@\n $Id$\n root\n+more\r\n')
  })

  test('links out of the tree are links, and nothing is read or written through them', async () => {
    const work = await taken((raw) => [
      [LINK, '.gitignore', raw.blob('/etc/passwd')],
      [LINK, 'dir', raw.blob(canaries)],
      [LINK, 'passwd', raw.blob('/etc/passwd')],
      [LINK, 'up', raw.blob('../../../..')],
    ])
    expect(readlinkSync(join(work.tree, 'passwd'))).toBe('/etc/passwd')
    const found = await work.search({ pattern: 'root', isRegex: false, under: '', most: 10, signal: NEVER })
    expect(found.matches).toEqual([])
    await workWith(work)
    expect((await work.listFiles({ under: 'dir', most: 10 })).paths).toEqual(['dir'])
    expect(
      (await work.listFiles({ under: 'dir/', most: 10 })).paths.filter((path) => path !== 'dir'),
    ).toEqual([])
  })

  test('a folder that becomes a link is committed as a link', async () => {
    const work = await taken((raw) => [[FOLDER, 'etc', raw.tree([FILE, 'passwd', raw.blob('mine\n')])]])
    rmSync(join(work.tree, 'etc'), { recursive: true })
    symlinkSync('/etc', join(work.tree, 'etc'))
    const commit = await workWith(work)
    const { files } = await work.diff(null, commit, LIMITS)
    expect(files.map(({ path, patch }) => [path, patch])).toEqual([
      ['added.txt', '@@ -0,0 +1 @@\n+added\n'],
      ['etc', '@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n'],
    ])
  })

  test('names with line breaks, quotes, dashes and bytes that are no text', async () => {
    const names = [
      '--',
      '-rf',
      ':(top)',
      'a\nb',
      'a\tb',
      'a"b',
      "a'b",
      'diff --git a',
      '\x1b[31m',
      Buffer.from([0xff, 0xfe, 0x41]),
    ]
    const sorted = names.map((name) => Buffer.from(name)).sort(Buffer.compare)
    const work = await taken((raw) =>
      sorted.map((name) => [FILE, name, raw.blob('root\ndiff --git a/x b/x\n')] as const),
    )
    const start = await work.head()
    const { files } = await work.diff(null, start ?? '', LIMITS)
    expect(files).toHaveLength(names.length)
    for (const { patch } of files) expect(patch).toBe('@@ -0,0 +1,2 @@\n+root\n+diff --git a/x b/x\n')
    const { matches } = await work.search({
      pattern: 'root',
      isRegex: false,
      under: '',
      most: 100,
      signal: NEVER,
    })
    expect(matches.map(({ line, text }) => [line, text])).toEqual(names.map(() => [1, 'root']))
    expect(matches.map(({ path }) => path)).toContain('a\nb')
    const commit = await workWith(work)
    expect((await work.diff(start, commit, LIMITS)).files.map(({ path }) => path)).toEqual(['added.txt'])
  })

  test('a submodule stays a name: its folder is not looked into, and it stays in commits', async () => {
    const id = '2'.repeat(40)
    const work = await taken((raw) => [
      [FILE, '.gitmodules', raw.blob(MODULES('https://127.0.0.1:1/x.git'))],
      [SUBMODULE, 'sub', id],
    ])
    hideRepository(join(work.tree, 'sub'), 'submodule')
    const commit = await workWith(work)
    const { files } = await work.diff(null, commit, LIMITS)
    expect(files.find(({ path }) => path === 'sub')?.patch).toBe(`@@ -0,0 +1 @@\n+Subproject commit ${id}\n`)
    expect((await work.listFiles({ under: '', most: 10 })).paths).toEqual(['.gitmodules', 'added.txt'])
  })

  test('repositories that a command makes in the tree: their files are files', async () => {
    const work = await taken(file('a.txt', 'root\n'))
    hideRepository(work.tree, 'top')
    hideRepository(join(work.tree, 'inner'), 'inner')
    writeFileSync(join(work.tree, 'inner', 'b.txt'), 'b\n')
    mkdirSync(join(work.tree, 'pointed'))
    writeFileSync(join(work.tree, 'pointed', '.git'), 'gitdir: ../inner/.git\n')
    writeFileSync(join(work.tree, 'pointed', 'c.txt'), 'c\n')
    // As a repository without a work tree looks.
    for (const name of ['HEAD', 'config', 'objects/x', 'refs/x']) {
      mkdirSync(join(work.tree, 'bare', name, '..'), { recursive: true })
      writeFileSync(
        join(work.tree, 'bare', name),
        name === 'config' ? evilConfig('bare') : 'ref: refs/heads/main\n',
      )
    }
    const commit = await workWith(work)
    const { files } = await work.diff(null, commit, LIMITS)
    expect(files.map(({ path }) => path)).toEqual([
      'a.txt',
      'added.txt',
      'bare/HEAD',
      'bare/config',
      'bare/objects/x',
      'bare/refs/x',
      'inner/b.txt',
      'pointed/c.txt',
    ])
  })

  test.skipIf(process.platform === 'win32')('what is no file is not waited for', async () => {
    const work = await taken((raw) => [
      [FILE, 'a.txt', raw.blob('a\n')],
      [FILE, 'b.txt', raw.blob('b\n')],
    ])
    rmSync(join(work.tree, 'a.txt'))
    execFileSync('mkfifo', [join(work.tree, 'a.txt'), join(work.tree, 'pipe')])
    const commit = await workWith(work)
    const { files } = await work.diff(null, commit, LIMITS)
    expect(files.map(({ path }) => path)).toEqual(['added.txt', 'b.txt'])
    expect(() => lstatSync(join(work.tree, 'pipe'))).toThrow()
  })
})

/** A whole repository, whose settings run programs. */
function hideRepository(at: string, name: string): void {
  const raw = makeRawRepository(join(at, '.git'))
  raw.ref('refs/heads/main', raw.commit(raw.tree()))
  raw.write('config', evilConfig(name))
  for (const hook of [
    'post-checkout',
    'pre-commit',
    'reference-transaction',
    'post-index-change',
    'fsmonitor-watchman',
  ])
    raw.write(`hooks/${hook}`, `#!/bin/sh\n${touch(`${name}-${hook}`)}\n`, 0o755)
}

function evilConfig(name: string): string {
  const run = (what: string) => JSON.stringify(touch(`${name}-${what}`))
  return `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = ${run('fsmonitor')}\n\tsshCommand = ${run('ssh')}\n\tpager = ${run('pager')}\n[diff]\n\texternal = ${run('diff')}\n[filter "evil"]\n\tclean = ${run('clean')}\n\tsmudge = ${run('smudge')}\n\tprocess = ${run('process')}\n[alias]\n\tstatus = !${touch(`${name}-alias`)}\n`
}
