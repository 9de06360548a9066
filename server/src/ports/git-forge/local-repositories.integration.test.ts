import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { NewLocalRepository } from './port.ts'
import { repositoryNameFault } from './repository-name.ts'
import { LOCAL_WORKSPACE, startLocalForge, useLocalForge } from './test/local-forge.ts'

const local = useLocalForge()
const wish = (full_name: string, more: Partial<NewLocalRepository> = {}): NewLocalRepository => ({
  ...{ workspace_id: LOCAL_WORKSPACE, full_name, default_branch: 'main', ...more },
})
const folders = () => readdir(local.folder)

test('a repository is found by its name in any case, in its own workspace', async () => {
  const made = await local.forge.create(wish('Acme/Shop', { default_branch: 'trunk' }))
  expect(made).toEqual({
    ...{ id: expect.stringMatching(/^rep_/), full_name: 'Acme/Shop', default_branch: 'trunk' },
    folder: expect.stringContaining(local.folder),
  })
  expect(await local.forge.find(LOCAL_WORKSPACE, 'aCME/sHOP')).toEqual(made)
  expect(await local.forge.find('wsp_other', 'Acme/Shop')).toBeNull()
  expect(await local.forge.create(wish('acme/SHOP'))).toBe('exists')
  expect(local.forge.cloneUrl(LOCAL_WORKSPACE, 'Acme/Shop')).toBe(
    `http://atrium.test/git/${LOCAL_WORKSPACE}/Acme/Shop.git`,
  )
})

test('of creations at once one makes it, and the others leave nothing', async () => {
  const before = await folders()
  const nodes = [local.forge, local.anotherNode()]
  const outcomes = await Promise.all(
    ['acme/once', 'ACME/once', 'acme/ONCE', 'Acme/Once', 'acme/oncE', 'acmE/once'].map((name, at) =>
      nodes[at % 2]?.create(wish(name)),
    ),
  )
  expect(outcomes.filter((one) => one !== 'exists')).toHaveLength(1)
  expect((await folders()).length).toBe(before.length + 1)
})

test('a workspace has so many and no more, also at once', { tags: 'slow' }, async () => {
  const full = await startLocalForge({ most: 3 })
  try {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, at) => full.forge.create(wish(`acme/r${at}`))),
    )
    expect(outcomes.filter((one) => one === 'full')).toHaveLength(3)
    expect(await readdir(full.folder)).toHaveLength(3)
    expect(await full.forge.create(wish('acme/more'))).toBe('full')
  } finally {
    await full.close()
  }
})

test('a creation that fails on its way leaves nothing', async () => {
  const before = await folders()
  const fill = async (folder: string) => {
    await writeFile(join(folder, 'half'), 'x')
    throw new Error('the other side left')
  }
  await expect(local.forge.create(wish('acme/half', { fill }))).rejects.toThrow('the other side left')
  const alsoStore = async () => {
    throw new Error('the app is gone')
  }
  await expect(local.forge.create(wish('acme/half', { alsoStore }))).rejects.toThrow('the app is gone')
  expect(await folders()).toEqual(before)
  expect(await local.forge.find(LOCAL_WORKSPACE, 'acme/half')).toBeNull()
})

test('a repository is not to be seen before it is filled', async () => {
  const seen: unknown[] = []
  const fill = async () => void seen.push(await local.forge.find(LOCAL_WORKSPACE, 'acme/filled'))
  const alsoStore: NewLocalRepository['alsoStore'] = async (tx) => {
    const { rows } = await sql`select 1 from local_repositories where full_name = 'acme/filled'`.execute(tx)
    seen.push(rows.length)
  }
  await local.forge.create(wish('acme/filled', { fill, alsoStore }))
  expect(seen).toEqual([null, 1])
})

test('what a crash left is removed by a later creation, and nothing else', async () => {
  const kept = await local.forge.create(wish('acme/kept'))
  if (typeof kept === 'string') throw new Error(kept)
  const old = new Date(Date.now() - 25 * 60 * 60_000)
  const leftovers = ['rep_0001.new', 'rep_0002.git', 'rep_0003.new.0a1b2c']
  for (const name of [...leftovers, 'rep_0004.new', 'rep_0005.git', 'notes']) {
    await mkdir(join(local.folder, name, 'objects'), { recursive: true })
  }
  for (const name of [...leftovers, 'notes']) await utimes(join(local.folder, name), old, old)
  await utimes(kept.folder, old, old)
  await local.forge.create(wish('acme/later'))
  const now = await folders()
  expect(now).toEqual(expect.arrayContaining(['rep_0004.new', 'rep_0005.git', 'notes', `${kept.id}.git`]))
  expect(now.filter((name) => leftovers.includes(name))).toEqual([])
})

test.each([
  ['acme/shop', true],
  ['a/b', true],
  ['acme/shop.js', true],
  ['acme/.github', true],
  ['acme', false],
  ['acme/', false],
  ['/shop', false],
  ['a/b/c', false],
  ['acme/.', false],
  ['acme/..', false],
  ['../shop', false],
  ['acme/shop.git', false],
  ['acme/shop.GIT', false],
  ['acme/shop.lock', false],
  ['acme.lock/shop', false],
  ['acme/-shop', false],
  ['acme/sh op', false],
  ['acme/shöp', false],
  ['acme/shop\n', false],
  [`acme/${'x'.repeat(200)}`, false],
])('%j as a name is fine: %s', async (name, isFine) => {
  expect(repositoryNameFault(name) === null).toBe(isFine)
  if (!isFine)
    await expect(local.forge.create(wish(name))).rejects.toMatchObject({
      name: 'ForgeFailed',
      fault: 'refused',
    })
})
