/** Part of the conformance suite that is about work copies. */
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  byAda,
  CLONE,
  changeFile,
  commitFiles,
  filesOf,
  type GitScene,
  here,
  LIMITS,
  NEVER,
} from './git-scene.ts'

export function workCopyConformance({ git, place, makeRepository }: GitScene): void {
  describe('a work copy', () => {
    test('of files has them all, ignored ones too, in one commit that is the same every time', async () => {
      const files = { '.gitignore': 'dist\n', 'dist/a.js': '1', 'src/ä b.ts': '2' }
      const [one, two] = [
        await git.createWorkCopy(place(), filesOf(files)),
        await git.createWorkCopy(place(), filesOf(files)),
      ]
      expect(await one.head()).toBe(await two.head())
      expect(await one.listFiles({ under: '', most: 10 })).toEqual({
        paths: ['.gitignore', 'dist/a.js', 'src/ä b.ts'],
        truncated: false,
      })
      expect((await one.changes(LIMITS)).files).toEqual([])
      for (const path of ['../x', '/x', 'a//b', '.git/config', 'a/.GIT/x', 'a\\b'])
        await expect(git.createWorkCopy(place(), filesOf({ [path]: '' })), path).rejects.toMatchObject({
          fault: 'failed',
        })
    })

    test('of nothing has no commit until the first', async () => {
      const folder = place()
      await git.createRepository(folder, { branch: 'main' })
      const work = await git.clone(here(folder), place(), { ...CLONE, ref: null })
      expect(await work.head()).toBeNull()
      expect(await work.commitAll(byAda(null))).toBeNull()
      await changeFile(work, 'a.txt', 'a\n')
      expect(await work.changes(LIMITS)).toMatchObject({
        base_commit: null,
        files: [{ path: 'a.txt', status: 'added' }],
      })
      const commit = await work.commitAll(byAda(null))
      expect(await work.head()).toBe(commit)
      expect((await work.diff(null, commit ?? '', LIMITS)).files).toHaveLength(1)
    })

    test('sees what changed: files, names, links, modes, binaries; within limits', async () => {
      const long = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n')
      const work = await git.createWorkCopy(
        place(),
        filesOf({ 'a.txt': long, 'b.txt': 'b\n', 'c.bin': '\0\0', 'd.txt': 'd\n', 'e.txt': 'no end' }),
      )
      await rm(join(work.tree, 'a.txt'))
      await mkdir(join(work.tree, 'moved'))
      await changeFile(work, 'moved/a.txt', long)
      await rm(join(work.tree, 'b.txt'))
      await changeFile(work, 'c.bin', '\0\x01')
      await rm(join(work.tree, 'd.txt'))
      await symlink('/etc/passwd', join(work.tree, 'd.txt'))
      await changeFile(work, 'e.txt', 'x'.repeat(2_000))
      const { files, truncated } = await work.changes({ maxFiles: 10, maxPatchBytes: 1_000 })
      expect(truncated).toBe(false)
      expect(
        files.map(({ path, old_path, status, is_binary }) => [path, old_path, status, is_binary]),
      ).toEqual([
        ['b.txt', null, 'deleted', false],
        ['c.bin', null, 'modified', true],
        ['d.txt', null, 'modified', false],
        ['e.txt', null, 'modified', false],
        ['moved/a.txt', 'a.txt', 'renamed', false],
      ])
      const patches = new Map(files.map(({ path, patch }) => [path, patch]))
      expect(patches.get('b.txt')).toBe('@@ -1 +0,0 @@\n-b\n')
      expect(patches.get('c.bin')).toBeNull()
      expect(patches.get('d.txt')).toBe(
        '@@ -1 +0,0 @@\n-d\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
      )
      expect(patches.get('e.txt')).toBeNull()
      expect(patches.get('moved/a.txt')).toBe('')
      const together = await work.changes({ maxFiles: 10, maxPatchBytes: 1_000, maxTotalBytes: 30 })
      expect(together.files.map(({ path, patch }) => [path, patch])).toEqual([
        ['b.txt', '@@ -1 +0,0 @@\n-b\n'],
        ['c.bin', null],
        ['d.txt', null],
        ['e.txt', null],
        ['moved/a.txt', ''],
      ])
      const few = await work.changes({ maxFiles: 2, maxPatchBytes: 1_000 })
      expect(few.files.map(({ path }) => path)).toEqual(['b.txt', 'c.bin'])
      expect(few.truncated).toBe(true)
    })

    test('commits all on a parent, again on the same one, and goes back', async () => {
      const work = await git.createWorkCopy(place(), filesOf({ 'a.txt': 'a\n', '.gitignore': 'ignored\n' }))
      const start = await work.head()
      await changeFile(work, 'ignored', 'x')
      const first = await commitFiles(work, { 'b.txt': 'b\n' })
      await changeFile(work, 'c.txt', 'c\n')
      const second = await work.commitAll({
        ...byAda(start, 'Subject\n\nBody\0\n'),
        author: { name: '<\n>', email: 'a\nb@c' },
      })
      expect(second).not.toBe(first)
      expect((await work.diff(start, second ?? '', LIMITS)).files.map(({ path }) => path)).toEqual([
        'b.txt',
        'c.txt',
      ])
      expect(await work.isAncestor(start ?? '', second ?? '')).toBe(true)
      expect(await work.isAncestor(first, second ?? '')).toBe(false)
      expect(await work.isAncestor('1'.repeat(40), second ?? '')).toBe(false)
      expect(await work.commitAll(byAda(second))).toBeNull()
      const whole = await work.commitAll({ ...byAda(second), withIgnored: true })
      expect((await work.diff(second, whole ?? '', LIMITS)).files.map(({ path }) => path)).toEqual([
        'ignored',
      ])
      await work.checkOut(start ?? '')
      expect(await work.head()).toBe(start)
      expect((await work.listFiles({ under: '', most: 10 })).paths).toEqual(['.gitignore', 'a.txt'])
      await expect(readFile(join(work.tree, 'ignored'))).rejects.toThrow()
      await expect(work.checkOut('1'.repeat(40))).rejects.toMatchObject({ fault: 'ref_not_found' })
    })

    test('pushes with a lease, sees what others pushed, and takes its commit there', async () => {
      const { folder, commit: start } = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
      const remote = here(folder)
      const [mine, theirs] = [
        await git.clone(remote, place(), { ...CLONE, ref: 'main' }),
        await git.clone(remote, place(), { ...CLONE, ref: start }),
      ]
      const push = { remote, branch: 'topic', signal: NEVER }
      const first = await commitFiles(mine, { 'a.txt': 'mine\n' })
      await mine.push({ ...push, commit: first, expected: null })
      await mine.push({ ...push, commit: first, expected: null }) // it is there already
      const other = await commitFiles(theirs, { 'b.txt': 'theirs\n' })
      await expect(theirs.push({ ...push, commit: other, expected: null })).rejects.toMatchObject({
        fault: 'moved',
      })
      expect(await theirs.fetch(remote, 'topic', NEVER)).toBe(first)
      expect(await theirs.fetch(remote, 'missing', NEVER)).toBeNull()
      await expect(theirs.fetch(remote, 'a..b', NEVER)).rejects.toMatchObject({ fault: 'bad_name' })
      const rebased = await theirs.rebase({ ...byAda(start), commit: other, onto: first })
      expect(await theirs.head()).toBe(rebased)
      expect(await readFile(join(theirs.tree, 'a.txt'), 'utf8')).toBe('mine\n')
      expect(await theirs.isAncestor(first, rebased)).toBe(true)
      await theirs.push({ ...push, commit: rebased, expected: first })
      const amended = await commitFiles(mine, { 'a.txt': 'mine again\n' })
      await expect(mine.push({ ...push, commit: amended, expected: first })).rejects.toMatchObject({
        fault: 'moved',
      })
      const conflicting = { ...byAda(first), commit: amended, onto: other }
      await expect(mine.rebase(conflicting)).rejects.toMatchObject({ fault: 'ref_not_found' })
      await mine.fetch(remote, 'topic', NEVER)
      await changeFile(mine, 'b.txt', 'mine too\n')
      const clash = await mine.commitAll(byAda(first))
      await expect(
        mine.rebase({ ...byAda(first), commit: clash ?? '', onto: rebased }),
      ).rejects.toMatchObject({
        fault: 'conflict',
      })
      expect(await git.repository(folder).countCommits(start, 'topic')).toBe(2)
    })

    test('is searched by text and by pattern, within bounds, and not through links', async () => {
      const work = await git.createWorkCopy(
        place(),
        filesOf({
          'a.txt': 'one\ntwo (x)\n',
          'lib/b.txt': 'two\n',
          '.gitignore': 'dist\n',
          'c.bin': 'two\0',
        }),
      )
      await mkdir(join(work.tree, 'dist'))
      await changeFile(work, 'dist/x.txt', 'two\n')
      await changeFile(work, 'new.txt', `${'y'.repeat(20_000)}two\ntwo\n`)
      await symlink('/etc', join(work.tree, 'etc'))
      const search = { pattern: 'two', isRegex: false, under: '', most: 10, signal: NEVER }
      const { matches, truncated } = await work.search(search)
      expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual([
        'a.txt:2',
        'lib/b.txt:1',
        'new.txt:1',
        'new.txt:2',
      ])
      expect(truncated).toBe(false)
      expect(matches[2]?.text.length).toBe(500)
      expect(await work.search({ ...search, most: 1 })).toEqual({
        matches: [{ path: 'a.txt', line: 2, text: 'two (x)' }],
        truncated: true,
      })
      const paths = async (more: Partial<typeof search>) =>
        (await work.search({ ...search, ...more })).matches.map(({ path }) => path)
      expect(await paths({ pattern: '^t.o$', isRegex: true })).toEqual(['lib/b.txt', 'new.txt'])
      expect(await paths({ pattern: '(x)' })).toEqual(['a.txt'])
      expect(await paths({ under: 'lib/' })).toEqual(['lib/b.txt'])
      expect(await paths({ pattern: '--open-files-in-pager=touch /tmp/x' })).toEqual([])
      for (const under of ['..', '/etc', '../x', 'missing', ':(top)', '-x'])
        expect(await paths({ under }), under).toEqual([])
      expect(await paths({ pattern: 'root', under: 'etc' })).toEqual([])
      await expect(work.search({ ...search, pattern: '(', isRegex: true })).rejects.toMatchObject({
        fault: 'failed',
      })
      await expect(
        work.search({ ...search, signal: AbortSignal.abort(new Error('enough')) }),
      ).rejects.toThrow('enough')
    })

    test('lists tracked and new files, some of them, below a folder', async () => {
      const work = await git.createWorkCopy(
        place(),
        filesOf({ 'a.txt': '', 'lib/b.txt': '', 'lib/c.txt': '' }),
      )
      await rm(join(work.tree, 'lib/c.txt'))
      await changeFile(work, 'lib/new.txt', '')
      expect((await work.listFiles({ under: 'lib', most: 10 })).paths).toEqual(['lib/b.txt', 'lib/new.txt'])
      expect(await work.listFiles({ under: './', most: 1 })).toEqual({ paths: ['a.txt'], truncated: true })
      expect((await work.listFiles({ under: '../', most: 1 })).paths).toEqual([])
    })

    test('is opened again when it is whole, and removed', async () => {
      const folder = place()
      expect(await git.openWorkCopy(folder)).toBeNull()
      const work = await git.createWorkCopy(folder, filesOf({ 'a.txt': 'a' }))
      const again = await git.openWorkCopy(folder)
      expect(await again?.head()).toBe(await work.head())
      await expect(git.createWorkCopy(folder, filesOf({}))).rejects.toMatchObject({ fault: 'failed' })
      await rm(join(folder, 'work-copy.json'))
      expect(await git.openWorkCopy(folder)).toBeNull()
      await work.remove()
      await expect(readFile(join(work.tree, 'a.txt'))).rejects.toThrow()
    })
  })
}
