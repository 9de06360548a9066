/** What every storage does, whichever it is; run by conformance.test.ts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommitDraft, ObjectMissing, PathBlocked, type SourceStorage } from './port.ts'

export interface OpenedForge {
  storage: SourceStorage
  close(): Promise<void>
}

const ADA = { name: 'Ada Byron', email: 'ada@example.com' }
const AT = new Date('2026-11-15T09:30:00Z')
const REPOSITORY = 'app_1'
const ABSENT = '0123456789012345678901234567890123456789'

export function sourceStorageConformance(name: string, open: () => Promise<OpenedForge>): void {
  describe(`code in ${name}`, () => {
    let opened: OpenedForge
    let storage: SourceStorage
    beforeEach(async () => {
      opened = await open()
      storage = opened.storage
    })
    afterEach(() => opened.close())

    const put = async (parent: string | null, files: Record<string, string | null>, message = 'change') => {
      const changes: CommitDraft['changes'][number][] = []
      for (const [path, text] of Object.entries(files)) {
        const blob_id = text === null ? null : await storage.writeBlob(REPOSITORY, Buffer.from(text))
        changes.push({ path, blob_id })
      }
      return storage.commit(REPOSITORY, { parent, changes, message, author: ADA, at: AT })
    }
    const textAt = async (commit: string, path: string) => {
      const blob = await storage.findBlob(REPOSITORY, commit, path)
      return blob === null ? null : Buffer.from(await storage.readBlob(REPOSITORY, blob)).toString()
    }

    test('files, folders and commits have the ids that git gives them', async () => {
      expect(await storage.writeBlob(REPOSITORY, Buffer.from('hello\n'))).toBe(
        'ce013625030ba8dba906f756967f9e9ca394464a',
      )
      const commit = await put(null, { 'a-b': 'x', 'a/b': 'y', a0: 'z' }, 'first')
      // As `git commit-tree` names it: a folder is sorted as if its name ended in a slash.
      expect(commit).toBe('57de6003f9361ba633cb0b0111c1779ce03dda08')
    })

    test.each([0, 1, 70_000, 1024 * 1024])('keeps %i bytes as they were', async (size) => {
      const bytes = Buffer.from(new Uint8Array(size).map((_, i) => (i * 31 + (i >> 8)) % 256))
      const id = await storage.writeBlob(REPOSITORY, bytes)
      expect(await storage.writeBlob(REPOSITORY, bytes)).toBe(id)
      expect(Buffer.compare(await storage.readBlob(REPOSITORY, id), bytes)).toBe(0)
    })

    test('a commit changes what it names and nothing else', async () => {
      const first = await put(null, { 'a.txt': '1', 'src/deep/b.txt': '2', 'src/c.txt': '3' })
      const second = await put(first, { 'src/deep/b.txt': 'two', 'd.txt': '4' })
      for (const [path, text] of [
        ['a.txt', '1'],
        ['src/deep/b.txt', 'two'],
        ['src/c.txt', '3'],
        ['d.txt', '4'],
      ] as const) {
        expect(await textAt(second, path)).toBe(text)
      }
      expect(await textAt(first, 'src/deep/b.txt')).toBe('2')
      expect(await textAt(first, 'd.txt')).toBeNull()
    })

    test('a file that goes takes empty folders along; the last one leaves an empty repository', async () => {
      const first = await put(null, { 'a/b/c.txt': '1', 'd.txt': '2' })
      const second = await put(first, { 'a/b/c.txt': null, 'never/was': null })
      expect(await textAt(second, 'a/b/c.txt')).toBeNull()
      // What was a folder can be a file now.
      const third = await put(second, { a: 'file' })
      expect(await textAt(third, 'a')).toBe('file')
      const fourth = await put(third, { a: null, 'd.txt': null })
      expect(await textAt(fourth, 'd.txt')).toBeNull()
      expect(await textAt(await put(fourth, { e: '5' }), 'e')).toBe('5')
    })

    test('a folder never silently replaces a file, nor a file a folder', async () => {
      const first = await put(null, { 'a/b': '1', c: '2' })
      for (const path of ['a', 'c/d', 'c/d/e']) {
        await expect(put(first, { [path]: 'x' })).rejects.toBeInstanceOf(PathBlocked)
      }
      expect(await storage.findBlob(REPOSITORY, first, 'a')).toBeNull()
      expect(await storage.findBlob(REPOSITORY, first, 'c/d')).toBeNull()
    })

    test.each(['', '/a', 'a//b', '../a', 'a/./b', '.git/config', 'a/.GIT/hooks/x'])(
      'takes no path %j',
      async (path) => {
        await expect(put(null, { [path]: 'x' })).rejects.toBeInstanceOf(PathBlocked)
      },
    )

    test('tells its history newest first, with who and when', async () => {
      const first = await put(null, { a: '1' }, 'first\n\nwith more <to say>')
      const second = await put(first, { a: '2' }, 'second')
      const commits = await Array.fromAsync(storage.history(REPOSITORY, second))
      expect(commits).toEqual([
        { id: second, parent: first, message: 'second', author: ADA, at: AT },
        { id: first, parent: null, message: 'first\n\nwith more <to say>', author: ADA, at: AT },
      ])
    })

    test('knows what a commit changed, and when a path was something else', async () => {
      const first = await put(null, { 'a.txt': '1', 'src/b.txt': '2', 'src/deep/c.txt': '3' })
      const second = await put(first, { 'src/b.txt': 'two', 'a.txt': null, 'src/new/d.txt': '4' })
      const third = await put(second, { a: '5' })
      const changes = async (commit: string) =>
        (await Array.fromAsync(storage.changes(REPOSITORY, commit))).map(({ path, before, after }) => [
          path,
          before !== null,
          after !== null,
        ])
      expect(await changes(second)).toEqual([
        ['a.txt', true, false],
        ['src/b.txt', true, true],
        ['src/new/d.txt', false, true],
      ])
      expect((await changes(first)).map(([path]) => path)).toEqual(['a.txt', 'src/b.txt', 'src/deep/c.txt'])
      const entries = async (path: string) =>
        (await Array.fromAsync(storage.pathHistory(REPOSITORY, third, path))).map(({ entry_id }) => entry_id)
      const [third_b, second_b, first_b] = await entries('src/b.txt')
      expect([third_b === second_b, second_b === first_b]).toEqual([true, false])
      expect((await entries('a.txt')).map((id) => id !== null)).toEqual([false, false, true])
      expect(new Set(await entries('src/deep')).size).toBe(1)
      expect(await entries('src/b.txt/x')).toEqual([null, null, null])
      await expect(Array.fromAsync(storage.changes(REPOSITORY, ABSENT))).rejects.toBeInstanceOf(ObjectMissing)
    })

    test('a name cannot write into its commit', async () => {
      const author = { name: 'Eve\ncommitter <x>\n\nlie', email: 'eve>@example.com' }
      const commit = await storage.commit(REPOSITORY, {
        ...{ parent: null, changes: [], message: 'm', at: AT },
        author,
      })
      const [reported] = await Array.fromAsync(storage.history(REPOSITORY, commit))
      expect(reported).toMatchObject({
        message: 'm',
        author: { name: 'Evecommitter xlie', email: 'eve@example.com' },
      })
    })

    test('shows what was published', async () => {
      expect(await storage.published(REPOSITORY)).toBeNull()
      const first = await put(null, { a: '1' })
      const second = await put(first, { a: '2' })
      await storage.publish(REPOSITORY, first)
      await storage.publish(REPOSITORY, second)
      expect(await storage.published(REPOSITORY)).toBe(second)
    })

    test('what is not there is missing', async () => {
      await put(null, { a: '1' })
      await expect(storage.readBlob(REPOSITORY, ABSENT)).rejects.toBeInstanceOf(ObjectMissing)
      await expect(storage.findBlob(REPOSITORY, ABSENT, 'a')).rejects.toBeInstanceOf(ObjectMissing)
      await expect(put(ABSENT, { a: '1' })).rejects.toBeInstanceOf(ObjectMissing)
      await expect(Array.fromAsync(storage.history(REPOSITORY, ABSENT))).rejects.toBeInstanceOf(ObjectMissing)
    })

    test('repositories know nothing of each other, and go alone', async () => {
      const blob = await storage.writeBlob('app_2', Buffer.from('secret'))
      await expect(storage.readBlob(REPOSITORY, blob)).rejects.toBeInstanceOf(ObjectMissing)
      const mine = await put(null, { a: '1' })
      await storage.remove('app_2')
      await storage.remove('app_2')
      expect(await textAt(mine, 'a')).toBe('1')
      await expect(storage.readBlob('app_2', blob)).rejects.toBeInstanceOf(ObjectMissing)
    })

    test('twenty at once write what twenty one by one would', async () => {
      const base = await put(null, { a: '1' })
      const texts = Array.from({ length: 20 }, (_, i) => `text ${i % 5}`)
      const commits = await Promise.all(texts.map((text) => put(base, { 'x/y': text })))
      for (const [i, commit] of commits.entries()) expect(await textAt(commit, 'x/y')).toBe(texts[i])
    })

    test.each(['', '..', 'a/b', 'a\0', 'a.git'])('takes no repository %j', async (repository) => {
      await expect((async () => storage.writeBlob(repository, Buffer.from('x')))()).rejects.toThrow(
        'cannot be',
      )
      await expect((async () => storage.remove(repository))()).rejects.toThrow('cannot be')
    })
  })
}
