/** Repositories whose files are made to do harm, and do none. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeDeep } from '../../platform/files/test/make-deep.ts'
import { LIMITS, NEVER } from './test/git-scene.ts'
import { modulesFile, oneFile, useHostileScene, workWith } from './test/hostile-scene.ts'
import { FILE, FOLDER, LINK, makeRawRepository, SUBMODULE } from './test/raw-repository.ts'

const { take, canaries, touch } = useHostileScene()

describe('does no harm:', () => {
  test('attributes that name filters, drivers and encodings', async () => {
    const attributes =
      '* filter=evil diff=evil merge=evil text eol=crlf ident working-tree-encoding=UTF-16\n*.txt -diff\n'
    const content = '$Id$\nroot\n'
    const work = await take((raw) => [
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
    const work = await take((raw) => [
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
    const work = await take((raw) => [[FOLDER, 'etc', raw.tree([FILE, 'passwd', raw.blob('mine\n')])]])
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
    const work = await take((raw) =>
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
    const work = await take((raw) => [
      [FILE, '.gitmodules', raw.blob(modulesFile('https://127.0.0.1:1/x.git'))],
      [SUBMODULE, 'sub', id],
    ])
    hideRepository(join(work.tree, 'sub'), 'submodule')
    const commit = await workWith(work)
    const { files } = await work.diff(null, commit, LIMITS)
    expect(files.find(({ path }) => path === 'sub')?.patch).toBe(`@@ -0,0 +1 @@\n+Subproject commit ${id}\n`)
    expect((await work.listFiles({ under: '', most: 10 })).paths).toEqual(['.gitmodules', 'added.txt'])
  })

  test('repositories that a command makes in the tree: their files are files', async () => {
    const work = await take(oneFile('a.txt', 'root\n'))
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
    const work = await take((raw) => [
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

  test.skipIf(process.platform === 'win32')('what a command shut, or put too deep for a path', async () => {
    const work = await take((raw) => [[FILE, 'a.txt', raw.blob('a\n')]])
    const shut = join(work.tree, 'shut')
    mkdirSync(shut)
    writeFileSync(join(shut, 'b.txt'), 'b\n')
    for (const path of [join(shut, 'b.txt'), shut]) chmodSync(path, 0)
    makeDeep(work.tree)
    const { files } = await work.changes(LIMITS)
    expect(files.map(({ path }) => path)).toEqual(['shut/b.txt'])
    expect([shut, join(shut, 'b.txt')].map((path) => lstatSync(path).mode & 0o777)).toEqual([0o700, 0o400])
    await workWith(work)
    await work.remove()
    expect(() => lstatSync(work.tree)).toThrow()
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
