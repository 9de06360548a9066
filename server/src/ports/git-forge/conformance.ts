/** What every forge does, wherever it is; run by conformance.slow.test.ts, and by local.integration.test.ts in memory. */
import { describe, expect, test } from 'vitest'
import type { Git } from '../git/port.ts'
import type { ForgeFault, ForgeRepository, GitForge, MergeWish, PageOf, PageWish } from './port.ts'

/** The repository behind a forge, as somebody else changes and reads it. */
export interface ChangedRepository {
  folder: string
  /** Commits the files (null: it goes) on a branch, which begins at `from` when it is new. */
  commit(branch: string, files: Record<string, string | null>, from?: string): Promise<string>
  resolve(ref: string): Promise<string | null>
  /** The content of a file; null when it is not there. */
  read(ref: string, path: string): Promise<string | null>
  /** Parents of the commit of a branch or an id. */
  parents(ref: string): Promise<string[]>
  /** Moves or creates a branch. */
  moveBranch(branch: string, commit: string): Promise<void>
  deleteBranch(branch: string): Promise<void>
}

export interface OpenedForge {
  forge: GitForge
  git: Git
  /** A new one with a commit on `main`. */
  create(files?: Record<string, string>): Promise<{ repository: ForgeRepository; bare: ChangedRepository }>
}

const MERGE: MergeWish = {
  method: 'merge',
  head_sha: null,
  author: { name: 'Ada', email: 'ada@example.com' },
}
const LIMITS = { maxFiles: 300, maxPatchBytes: 200_000 }
const fault = (kind: ForgeFault) => expect.objectContaining({ name: 'ForgeFailed', fault: kind })

export function forgeConformance(name: string, opened: () => OpenedForge): void {
  describe(`a forge: ${name}`, () => {
    async function scene(files?: Record<string, string>) {
      const { forge } = opened()
      const { repository, bare } = await opened().create(files)
      const open = (head_branch: string, title = 'Greet people') =>
        forge.openPullRequest(repository, {
          ...{ title, body: 'Why.', head_branch, base_branch: 'main', author: 'ada@example.com' },
        })
      return { forge, repository, bare, open }
    }

    test('says what a repository is, and that there is none', async () => {
      const { forge, repository } = await scene()
      expect(await forge.readRepository(repository)).toMatchObject({
        full_name: repository.full_name,
        default_branch: 'main',
        can_push: true,
        clone_url: expect.stringMatching(/^http:.+\.git$/),
      })
      const other = { ...repository, full_name: 'acme/nothing' }
      await expect(forge.readRepository(other)).rejects.toEqual(fault('not_found'))
    })

    test('lets git in', async () => {
      const { forge, repository, bare } = await scene()
      const remote = await forge.remote(repository)
      const { refs, head } = await opened().git.listRefs(remote, AbortSignal.timeout(60_000))
      expect(head).toBe('main')
      expect(refs.get('refs/heads/main')).toBe(await bare.resolve('main'))
    })

    test('opens one pull request for a branch, also at once', async () => {
      const { forge, repository, bare, open } = await scene({ 'a.txt': 'one\n' })
      expect(await forge.findOpenPullRequest(repository, 'session/1')).toBeNull()
      const head_sha = await bare.commit('session/1', { 'a.txt': 'two\n', 'b.txt': 'new\n' }, 'main')
      const made = await Promise.all([open('session/1'), open('session/1'), open('session/1')])
      expect(new Set(made.map(({ number }) => number))).toEqual(new Set([1]))
      const expected = {
        ...{ number: 1, title: 'Greet people', body: 'Why.', state: 'open', head_sha, mergeable: true },
        ...{ base_branch: 'main', head_branch: 'session/1', author: expect.any(String), merged_at: null },
        ...{ commits: 1, changed_files: 2, additions: 2, deletions: 1, created_at: expect.any(Date) },
        url: expect.stringMatching(/^http:.+\/1$/),
      }
      expect(made[0]).toEqual(expected)
      expect(await open('session/1', 'Another title')).toEqual(expected)
      expect(await forge.findOpenPullRequest(repository, 'session/1')).toEqual(expected)
      expect(await forge.readPullRequest(repository, 1)).toEqual(expected)
    })

    test('shows an open one as its branches are, a closed one as it was', async () => {
      const { forge, repository, bare, open } = await scene({ 'a.txt': 'one\n' })
      await bare.commit('work', { 'a.txt': 'two\n' }, 'main')
      await open('work')
      const second = await bare.commit('work', { 'c.txt': 'more\n' })
      expect(await forge.readPullRequest(repository, 1)).toMatchObject({
        ...{ head_sha: second, commits: 2, changed_files: 2 },
      })
      const closed = await forge.closePullRequest(repository, 1)
      expect(closed).toMatchObject({ state: 'closed', head_sha: second, mergeable: null, merged_at: null })
      await bare.commit('work', { 'd.txt': 'later\n' })
      expect(await forge.readPullRequest(repository, 1)).toMatchObject({ head_sha: second, commits: 2 })
      await expect(forge.closePullRequest(repository, 1)).rejects.toEqual(fault('closed'))
      await expect(forge.mergePullRequest(repository, 1, MERGE)).rejects.toEqual(fault('closed'))
      expect(await open('work')).toMatchObject({ number: 2, state: 'open', commits: 3 })
    })

    test('lists them newest first, page by page', async () => {
      const { forge, repository, bare, open } = await scene()
      for (const branch of ['one', 'two', 'three']) {
        await bare.commit(branch, { [`${branch}.txt`]: 'x\n' }, 'main')
        await open(branch, branch)
      }
      await forge.closePullRequest(repository, 2)
      const first = await forge.listPullRequests(repository, { state: 'all', limit: 2, after: null })
      expect(first.items.map(({ number, commits }) => [number, commits])).toEqual([
        [3, 1],
        [2, 1],
      ])
      const rest = await forge.listPullRequests(repository, { state: 'all', limit: 2, after: first.next })
      expect(rest).toEqual({ items: [expect.objectContaining({ number: 1 })], next: null })
      const numbers = async (state: 'open' | 'closed') => {
        const { items } = await forge.listPullRequests(repository, { state, limit: 10, after: null })
        return items.map(({ number }) => number)
      }
      expect(await numbers('open')).toEqual([3, 1])
      expect(await numbers('closed')).toEqual([2])
    })

    test.each([
      ['smaller', 2, 1],
      ['larger', 1, 3],
    ])('goes on where the first page ended, also when the next one is to be %s', async (_, first, next) => {
      const { forge, repository, bare, open } = await scene()
      const ids: string[] = []
      for (const branch of ['one', 'two', 'three', 'four']) {
        await bare.commit(branch, { [`${branch}.txt`]: 'x\n' }, 'main')
        await open(branch, branch)
        ids.push((await forge.addComment(repository, 1, { body: branch, author: 'ada@example.com' })).id)
      }
      const all = async <T>(read: (wish: PageWish) => Promise<PageOf<T>>) => {
        let page = await read({ limit: first, after: null })
        const items = [...page.items]
        while (page.next !== null) {
          page = await read({ limit: next, after: page.next })
          items.push(...page.items)
        }
        return items
      }
      const listed = await all((wish) => forge.listPullRequests(repository, { state: 'all', ...wish }))
      expect(listed.map(({ number }) => number)).toEqual([4, 3, 2, 1])
      const comments = await all((wish) => forge.listComments(repository, 1, wish))
      expect(comments.map(({ id }) => id)).toEqual(ids)
    })

    test('tells what a pull request changes', async () => {
      const long = Array.from({ length: 50 }, (_, line) => `line ${line}\n`).join('')
      const { forge, repository, bare, open } = await scene({
        ...{ 'a.txt': 'one\n', 'gone.txt': 'x\n', 'old name.txt': long, 'ünïcode.txt': 'é\n' },
      })
      const base = await bare.resolve('main')
      await bare.commit(
        'work',
        {
          ...{ 'a.txt': 'two\n', 'gone.txt': null, 'old name.txt': null, 'new name.txt': long },
          ...{ 'ünïcode.txt': 'è\n', 'picture.bin': 'a\0b', 'new.txt': '++ plus\n-- minus\n' },
        },
        'main',
      )
      const { head_sha } = await open('work')
      const diff = await forge.readDiff(repository, 1, LIMITS)
      expect(diff).toMatchObject({ base_commit: base, head_commit: head_sha, truncated: false })
      const plain = { old_path: null, is_binary: false }
      expect(diff.files.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
        {
          ...{ ...plain, path: 'a.txt', status: 'modified', additions: 1, deletions: 1 },
          patch: '@@ -1 +1 @@\n-one\n+two\n',
        },
        {
          ...{ ...plain, path: 'gone.txt', status: 'deleted', additions: 0, deletions: 1 },
          patch: '@@ -1 +0,0 @@\n-x\n',
        },
        {
          ...{ path: 'new name.txt', old_path: 'old name.txt', status: 'renamed', is_binary: false },
          ...{ additions: 0, deletions: 0, patch: '' },
        },
        {
          ...{ ...plain, path: 'new.txt', status: 'added', additions: 2, deletions: 0 },
          patch: '@@ -0,0 +1,2 @@\n+++ plus\n+-- minus\n',
        },
        {
          ...{ ...plain, is_binary: true, path: 'picture.bin', status: 'added' },
          ...{ additions: 0, deletions: 0, patch: null },
        },
        {
          ...{ ...plain, path: 'ünïcode.txt', status: 'modified', additions: 1, deletions: 1 },
          patch: '@@ -1 +1 @@\n-é\n+è\n',
        },
      ])
      const bounded = await forge.readDiff(repository, 1, { maxFiles: 2, maxPatchBytes: 5 })
      expect(bounded.truncated).toBe(true)
      expect(bounded.files.map(({ patch }) => patch)).toEqual([null, null])
      const together = await forge.readDiff(repository, 1, { ...LIMITS, maxTotalBytes: 40 })
      const sizes = together.files.map(({ patch }) => Buffer.byteLength(patch ?? ''))
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(40)
      expect(together.files.filter(({ patch }) => patch !== null)).not.toEqual([])
    })

    test('takes comments, and lists them oldest first', async () => {
      const { forge, repository, bare, open } = await scene()
      await bare.commit('work', { 'b.txt': 'x\n' }, 'main')
      await open('work')
      const made = []
      for (const body of ['First.', 'Second.', 'Third 🎉.'])
        made.push(await forge.addComment(repository, 1, { body, author: 'ada@example.com' }))
      expect(made[0]).toEqual({
        ...{
          id: expect.any(String),
          author: expect.any(String),
          body: 'First.',
          created_at: expect.any(Date),
        },
      })
      const listed = []
      let after: string | null = null
      do {
        const page: Awaited<ReturnType<GitForge['listComments']>> = await forge.listComments(repository, 1, {
          ...{ limit: 2, after },
        })
        listed.push(...page.items)
        after = page.next
      } while (after !== null)
      expect(listed).toEqual(made)
    })

    test('leaves the pull requests of other repositories, and comments of other pull requests, alone', async () => {
      const [one, other] = [await scene({ 'a.txt': 'one\n' }), await scene({ 'a.txt': 'one\n' })]
      const { forge } = one
      for (const { bare, open } of [one, other]) {
        for (const branch of ['first', 'second']) await bare.commit(branch, { [branch]: 'x\n' }, 'main')
        await open('first')
        await open('second')
      }
      const comment = (of: typeof one, number: number, body: string) =>
        forge.addComment(of.repository, number, { body, author: 'ada@example.com' })
      const made = [
        await comment(one, 1, 'One.'),
        await comment(one, 2, 'Two.'),
        await comment(other, 1, 'Other.'),
      ]
      const comments = async (of: typeof one, number: number) =>
        (await forge.listComments(of.repository, number, { limit: 10, after: null })).items
      expect(await comments(one, 1)).toEqual([made[0]])
      expect(await comments(one, 2)).toEqual([made[1]])
      expect(await comments(other, 2)).toEqual([])
      await forge.closePullRequest(one.repository, 1)
      await one.bare.commit('second', { 'more.txt': 'x\n' })
      expect(await forge.readPullRequest(one.repository, 2)).toMatchObject({ commits: 2 })
      await forge.mergePullRequest(one.repository, 2, MERGE)
      const { items } = await forge.listPullRequests(other.repository, {
        state: 'all',
        limit: 10,
        after: null,
      })
      expect(items).toMatchObject([
        { number: 2, state: 'open', commits: 1, head_branch: 'second' },
        { number: 1, state: 'open', commits: 1, head_branch: 'first' },
      ])
    })

    test.each(['merge', 'squash'] as const)('merges with a %s', async (method) => {
      const { forge, repository, bare, open } = await scene({ 'a.txt': 'one\n' })
      const base = await bare.resolve('main')
      await bare.commit('work', { 'a.txt': 'two\n' }, 'main')
      const head_sha = await bare.commit('work', { 'b.txt': 'new\n' })
      await open('work')
      const stale = { ...MERGE, method, head_sha: base }
      await expect(forge.mergePullRequest(repository, 1, stale)).rejects.toEqual(fault('changed'))
      const merged = await forge.mergePullRequest(repository, 1, { ...MERGE, method, head_sha })
      expect(merged).toMatchObject({ state: 'merged', head_sha, commits: 2, mergeable: null })
      expect(merged.merged_at).toBeInstanceOf(Date)
      expect(await bare.read('main', 'a.txt')).toBe('two\n')
      expect(await bare.read('main', 'b.txt')).toBe('new\n')
      expect(await bare.parents('main')).toEqual(method === 'merge' ? [base, head_sha] : [base])
      await expect(forge.mergePullRequest(repository, 1, MERGE)).rejects.toEqual(fault('closed'))
      await expect(forge.closePullRequest(repository, 1)).rejects.toEqual(fault('closed'))
      expect(await forge.readPullRequest(repository, 1)).toEqual(merged)
      expect((await forge.readDiff(repository, 1, LIMITS)).files.map(({ path }) => path)).toEqual([
        ...['a.txt', 'b.txt'],
      ])
    })

    test('does not merge what conflicts', async () => {
      const { forge, repository, bare, open } = await scene({ 'a.txt': 'one\n' })
      await bare.commit('work', { 'a.txt': 'two\n' }, 'main')
      await open('work')
      const base = await bare.commit('main', { 'a.txt': 'three\n' })
      expect(await forge.readPullRequest(repository, 1)).toMatchObject({ mergeable: false })
      await expect(forge.mergePullRequest(repository, 1, MERGE)).rejects.toEqual(fault('conflict'))
      expect(await bare.resolve('main')).toBe(base)
      expect(await forge.readPullRequest(repository, 1)).toMatchObject({ state: 'open' })
    })

    test('remembers where a branch was that is gone', async () => {
      const { forge, repository, bare, open } = await scene()
      const head_sha = await bare.commit('work', { 'b.txt': 'x\n' }, 'main')
      await open('work')
      await bare.deleteBranch('work')
      expect(await forge.readPullRequest(repository, 1)).toMatchObject({
        ...{ state: 'open', head_branch: 'work', head_sha, commits: 1 },
      })
    })

    test('knows pull requests that are not there', async () => {
      const { forge, repository } = await scene()
      const missing = fault('pull_request_not_found')
      await expect(forge.readPullRequest(repository, 7)).rejects.toEqual(missing)
      await expect(forge.readDiff(repository, 7, LIMITS)).rejects.toEqual(missing)
      await expect(forge.listComments(repository, 7, { limit: 5, after: null })).rejects.toEqual(missing)
      await expect(forge.addComment(repository, 7, { body: 'x', author: null })).rejects.toEqual(missing)
      await expect(forge.mergePullRequest(repository, 7, MERGE)).rejects.toEqual(missing)
      await expect(forge.closePullRequest(repository, 7)).rejects.toEqual(missing)
      const gone = { ...repository, full_name: 'acme/nothing' }
      await expect(forge.readPullRequest(gone, 7)).rejects.toEqual(fault('not_found'))
    })

    test('refuses branches that are not there', async () => {
      const { open } = await scene()
      await expect(open('nowhere')).rejects.toEqual(fault('refused'))
    })
  })
}
