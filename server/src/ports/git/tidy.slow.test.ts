import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGit } from './run-git.ts'
import { useGit } from './test/git-program.ts'
import { ADA, CLONE, here, NEVER, NOON } from './test/git-scene.ts'
import { FILE, makeRawRepository } from './test/raw-repository.ts'

const { git, place, makeRepository } = useGit()

const looseIn = (folder: string) =>
  readdirSync(join(folder, 'objects'))
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => readdirSync(join(folder, 'objects', name)))

test('objects that lie about are packed while others read and push, and none is lost', async () => {
  const raw = makeRawRepository(place())
  const blobs = Array.from({ length: 510 }, (_, at) => raw.blob(`${at}\n`))
  const first = raw.commit(raw.tree([FILE, 'a.txt', blobs[0] ?? '']))
  raw.ref('refs/heads/main', first)
  const made = git.repository(raw.folder)
  const work = await git.clone(here(raw.folder), place(), { ...CLONE, ref: 'main' })
  writeFileSync(join(work.tree, 'b.txt'), 'b\n')
  const commit = (await work.commitAll({ parent: first, message: 'Add b', author: ADA, at: NOON })) ?? ''
  await Promise.all([
    made.tidy(NEVER),
    git.repository(raw.folder).tidy(NEVER),
    work.push({ remote: here(raw.folder), branch: 'topic', commit, expected: null, signal: NEVER }),
    git.clone(here(raw.folder), place(), { ...CLONE, ref: 'main' }),
  ])
  await made.tidy(NEVER)
  expect(looseIn(raw.folder).length).toBeLessThan(20)
  expect(await made.resolve('topic')).toBe(commit)
  const input = `${[...blobs, commit].join('\n')}\n`
  const { output } = await runGit({ dir: raw.folder, args: ['cat-file', '--batch-check'], input })
  expect(output.toString()).not.toContain('missing')
})

test('what a git left that was ended by force is removed, and what is under way stays', async () => {
  const folder = place()
  await git.createRepository(folder, { branch: 'main' })
  const old = new Date(Date.now() - 2 * 60 * 60_000)
  const leave = (path: string, at: Date | null) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
    if (at) utimesSync(join(folder, path), at, at)
    return path
  }
  const left = ['refs/heads/a/b.lock', 'packed-refs.lock', 'objects/pack/tmp_pack_x', 'objects/0a/tmp_obj_x']
  const fresh = ['refs/heads/c.lock', 'objects/pack/tmp_pack_y', 'objects/0a/tmp_obj_y']
  for (const path of left) leave(path, old)
  for (const path of fresh) leave(path, null)
  leave('objects/tmp_objdir-incoming-x/pack/tmp_pack_z', null)
  utimesSync(join(folder, 'objects/tmp_objdir-incoming-x'), old, old)
  await git.repository(folder).tidy(NEVER)
  const isThere = (path: string) => existsSync(join(folder, path))
  expect([...left, 'objects/tmp_objdir-incoming-x'].filter(isThere)).toEqual([])
  expect(fresh.filter(isThere)).toEqual(fresh)
})

test('folders without a branch are removed, and those of a branch stay', async () => {
  const { folder, commit } = await makeRepository({ 'a.txt': 'a\n' })
  await git.repository(folder).updateBranch('kept/one', commit, null)
  for (const path of ['refs/heads/kept/left', 'refs/heads/a/b/c', 'refs/tags/d'])
    mkdirSync(join(folder, path), { recursive: true })
  await git.repository(folder).tidy(NEVER)
  expect(readdirSync(join(folder, 'refs'), { recursive: true }).sort()).toEqual([
    'heads',
    'heads/kept',
    'heads/kept/one',
    'heads/main',
    'tags',
  ])
})
