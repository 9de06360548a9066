/** What the port promises, with the git of this machine. */
import { expect, onTestFinished, test } from 'vitest'
import { versionFault } from './command-line.ts'
import { gitConformance } from './test/conformance.ts'
import { serveRepository, useGit } from './test/git-program.ts'
import { CLONE, commitFiles, here, NEVER } from './test/git-scene.ts'

const scene = useGit()
const { git, place, makeRepository } = scene
gitConformance(scene)

test('there is a git here, and older ones are said to be so', async () => {
  expect(await git.fault()).toBeNull()
  expect(versionFault('git version 2.39.5 (Apple Git-154)')).toBeNull()
  expect(versionFault('git version 3.0.0')).toBeNull()
  expect(versionFault('git version 2.37.9')).toContain('2.38')
  expect(versionFault('nonsense')).toContain('2.38')
})

test('a remote over http is listed, mirrored, cloned, fetched from and pushed to, with its password alone', async () => {
  const { folder, commit } = await makeRepository({ 'a.txt': 'a\n' })
  const served = await serveRepository(git, folder, 'secret')
  onTestFinished(served.close)
  const { remote } = served
  const refs = await git.listRefs(remote, NEVER)
  expect(refs).toEqual({ head: 'main', refs: new Map([['refs/heads/main', commit]]) })
  const copy = place()
  await git.createRepository(copy, { branch: 'master' })
  await git.mirror(remote, copy, CLONE)
  expect(await git.repository(copy).listBranches()).toEqual([{ name: 'main', commit }])
  expect((await git.listRefs(here(copy), NEVER)).head).toBe('main')
  const work = await git.clone(remote, place(), { ...CLONE, ref: 'main' })
  const pushed = await commitFiles(work, { 'b.txt': 'b\n', 'large.txt': `${Math.PI}\n`.repeat(100_000) })
  await work.push({ remote, branch: 'topic', commit: pushed, expected: null, signal: NEVER })
  expect(await work.fetch(remote, 'topic', NEVER)).toBe(pushed)
  await expect(
    work.push({ remote, branch: 'topic', commit, expected: commit, signal: NEVER }),
  ).rejects.toMatchObject({ fault: 'moved' })
  for (const credential of [null, { username: 'git', password: 'wrong' }])
    await expect(git.listRefs({ ...remote, credential }, NEVER)).rejects.toMatchObject({
      fault: 'access_denied',
    })
})
