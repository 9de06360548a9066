import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useGit } from './test/git-program.ts'
import { CLONE, here } from './test/git-scene.ts'
import { FILE, makeRawRepository } from './test/raw-repository.ts'

const { git, place } = useGit()

test('a remote with names that are too long or too deep is copied without them', async () => {
  const raw = makeRawRepository(place())
  const commit = raw.commit(raw.tree([FILE, 'a.txt', raw.blob('x')]))
  const deep = `${'a/'.repeat(20)}b`
  const names = ['main', deep, `${'a/'.repeat(1_500)}c`, 'y'.repeat(241)]
  const lines = names.map((name) => `${commit} refs/heads/${name}\n`).sort()
  raw.write('packed-refs', `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`)
  const copy = place()
  await git.createRepository(copy, { branch: 'main' })
  await git.mirror(here(raw.folder), copy, CLONE)
  expect(readdirSync(join(copy, 'refs'), { recursive: true }).sort()).toEqual(['heads', 'heads/main', 'tags'])
})
