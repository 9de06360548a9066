/** Conformance suite of the git port, as a program or in memory; run by conformance.slow.test.ts and memory-git.test.ts. */
import { describe, expect, test } from 'vitest'
import { ADA, CLONE, commitFiles, type GitScene, here, LIMITS, NEVER, NOON } from './git-scene.ts'
import { workCopyConformance } from './work-copy-conformance.ts'

export function gitConformance(scene: GitScene): void {
  const { git, place, makeRepository } = scene
  workCopyConformance(scene)
  describe('a repository', () => {
    test('is made empty, once', async () => {
      const folder = place()
      await git.createRepository(folder, { branch: 'trunk' })
      const made = git.repository(folder)
      expect(await made.listBranches()).toEqual([])
      expect(await made.resolve('trunk')).toBeNull()
      await expect(git.createRepository(folder, { branch: 'trunk' })).rejects.toMatchObject({
        fault: 'failed',
      })
      await expect(git.createRepository(place(), { branch: '-x' })).rejects.toMatchObject({
        fault: 'bad_name',
      })
    })

    test('finds branches, tags and commits by name, and takes nothing else for one', async () => {
      const { folder, commit } = await makeRepository({ 'a.txt': 'one\n' })
      const made = git.repository(folder)
      await made.updateBranch('feature/x', commit, null)
      expect(await made.listBranches()).toEqual([
        { name: 'feature/x', commit },
        { name: 'main', commit },
      ])
      expect(await made.size()).toBeGreaterThan(0)
      for (const ref of ['main', 'feature/x', 'refs/heads/main', commit])
        expect(await made.resolve(ref)).toBe(commit)
      for (const ref of [
        'missing',
        'HEAD',
        '@',
        'main^',
        'main@{0}',
        'main:a.txt',
        '--all',
        '',
        commit.slice(0, 8),
        'x\0y',
      ])
        expect(await made.resolve(ref), ref).toBeNull()
    })

    test('shows and merges what a branch adds to where it left', async () => {
      const { folder, commit: start } = await makeRepository({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
      const made = git.repository(folder)
      const work = await git.clone(here(folder), place(), { ...CLONE, ref: 'main' })
      const head = await commitFiles(work, { 'a.txt': 'changed\n', 'c.txt': 'new\n' })
      await work.push({ remote: here(folder), branch: 'topic', commit: head, expected: null, signal: NEVER })
      await work.checkOut(start)
      const onMain = await commitFiles(work, { 'b.txt': 'elsewhere\n' })
      await work.push({
        remote: here(folder),
        branch: 'main',
        commit: onMain,
        expected: start,
        signal: NEVER,
      })

      const diff = await made.diff('main', 'topic', LIMITS)
      expect(diff).toEqual({
        base_commit: start,
        head_commit: head,
        files: [
          {
            path: 'a.txt',
            old_path: null,
            status: 'modified',
            additions: 1,
            deletions: 1,
            is_binary: false,
            patch: '@@ -1 +1 @@\n-one\n+changed\n',
          },
          {
            path: 'c.txt',
            old_path: null,
            status: 'added',
            additions: 1,
            deletions: 0,
            is_binary: false,
            patch: '@@ -0,0 +1 @@\n+new\n',
          },
        ],
        truncated: false,
      })
      expect(await made.countCommits('main', 'topic')).toBe(1)
      expect(await made.canMerge('main', 'topic')).toBe(true)
      const merge = { base: onMain, head, message: 'Merge it', author: ADA, at: NOON }
      const merged = await made.merge({ ...merge, method: 'merge' })
      expect(await made.resolve('main')).toBe(onMain)
      await made.updateBranch('main', merged, onMain)
      expect(await made.resolve('main')).toBe(merged)
      expect(await made.countCommits(onMain, merged)).toBe(2)
      expect((await made.diff(onMain, merged, LIMITS)).files.map(({ path }) => path)).toEqual([
        'a.txt',
        'c.txt',
      ])

      const squashed = await made.merge({ ...merge, method: 'squash' })
      expect(await made.countCommits(onMain, squashed)).toBe(1)
      await made.updateBranch('other', squashed, null)
      await expect(made.updateBranch('other', start, onMain)).rejects.toMatchObject({ fault: 'moved' })
      await expect(made.updateBranch('other', start, null)).rejects.toMatchObject({ fault: 'moved' })
      await expect(made.updateBranch('new', '1'.repeat(40), null)).rejects.toMatchObject({
        fault: 'ref_not_found',
      })
    })

    test('says when two branches conflict', async () => {
      const { folder, commit: start } = await makeRepository({ 'a.txt': 'one\n' })
      const made = git.repository(folder)
      const work = await git.clone(here(folder), place(), { ...CLONE, ref: 'main' })
      const left = await commitFiles(work, { 'a.txt': 'left\n' })
      await work.checkOut(start)
      const right = await commitFiles(work, { 'a.txt': 'right\n' })
      for (const [branch, commit] of [
        ['left', left],
        ['right', right],
      ] as const)
        await work.push({ remote: here(folder), branch, commit, expected: null, signal: NEVER })
      expect(await made.canMerge('left', 'right')).toBe(false)
      const merge = { base: left, head: right, method: 'merge', message: 'x', author: ADA, at: NOON } as const
      await expect(made.merge(merge)).rejects.toMatchObject({ fault: 'conflict' })
      expect(await made.resolve('left')).toBe(left)
      // Nothing in common at all.
      const other = await makeRepository({ 'z.txt': 'z\n' })
      const far = await work.fetch(here(other.folder), 'main', NEVER)
      await work.push({
        remote: here(folder),
        branch: 'far',
        commit: far ?? '',
        expected: null,
        signal: NEVER,
      })
      expect(await made.canMerge('left', 'far')).toBe(false)
      expect((await made.diff('left', 'far', LIMITS)).base_commit).toBe(left)
    })
  })

  test('a remote that is missing, or lacks the ref, is reported and leaves nothing', async () => {
    const { folder } = await makeRepository({ 'a.txt': 'a\n' })
    await expect(git.listRefs(here(place()), NEVER)).rejects.toMatchObject({ fault: 'not_found' })
    await expect(git.repository(place()).listBranches()).rejects.toMatchObject({ fault: 'not_found' })
    for (const ref of ['missing', 'a..b', '1'.repeat(40), '--upload-pack=x']) {
      const into = place()
      await expect(git.clone(here(folder), into, { ...CLONE, ref }), ref).rejects.toMatchObject({
        fault: 'ref_not_found',
      })
      expect(await git.openWorkCopy(into)).toBeNull()
    }
  })
}
