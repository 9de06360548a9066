/** The forge of this server on git in memory; conformance.slow.test.ts has it on git itself. */
import { expect, test } from 'vitest'
import type { Git, Repository } from '../git/port.ts'
import { type ChangedRepository, forgeConformance } from './conformance.ts'
import type { ForgeRepository, GitForge, MergeWish } from './port.ts'
import { useLocalForge } from './test/local-forge.ts'
import { memoryRepository } from './test/memory-repository.ts'

const local = useLocalForge()
const wish = (method: MergeWish['method'] = 'merge'): MergeWish => ({
  ...{ method, head_sha: null, author: { name: 'Ada', email: 'ada@example.com' } },
})
let count = 0

forgeConformance('local, in memory', () => ({
  forge: local.forge,
  git: local.git,
  async create(files = { 'README.md': '# One\n' }) {
    const { repository, folder } = await local.create(`acme/shop-${count++}`)
    const bare = memoryRepository(folder)
    await bare.commit('main', files)
    return { repository, bare }
  },
}))

/** A repository with a branch `work` that is one commit ahead. */
async function scene() {
  const { repository, folder } = await local.create(`acme/local-${count++}`)
  const bare = memoryRepository(folder)
  await bare.commit('main', { 'a.txt': 'one\n' })
  await bare.commit('work', { 'b.txt': 'new\n' }, 'main')
  return { repository, bare }
}

const open = (forge: GitForge, repository: ForgeRepository, head_branch = 'work') =>
  forge.openPullRequest(repository, {
    ...{ title: 'A change', body: '', head_branch, base_branch: 'main', author: null },
  })

/** A node whose git does something else when a branch is to move. */
function nodeWhere(move: (real: Repository, args: Parameters<Repository['updateBranch']>) => Promise<void>) {
  const git: Git = {
    ...local.git,
    repository(folder) {
      const real = local.git.repository(folder)
      return { ...real, updateBranch: (...args) => move(real, args) }
    },
  }
  return local.anotherNode(git)
}

/** How many, by the first parent of each. */
async function commitsOf(bare: ChangedRepository, branch: string): Promise<number> {
  let count = 0
  let commit = await bare.resolve(branch)
  for (; commit !== null; count++) commit = (await bare.parents(commit))[0] ?? null
  return count
}

test.each(['merge', 'squash'] as const)(
  'a crash before the branch moves leaves a %s to be made',
  async (method) => {
    const { repository, bare } = await scene()
    await open(local.forge, repository)
    const crashing = nodeWhere(() => Promise.reject(new Error('killed')))
    await expect(crashing.mergePullRequest(repository, 1, wish(method))).rejects.toThrow('killed')
    expect(await local.forge.readPullRequest(repository, 1)).toMatchObject({ state: 'open', mergeable: true })
    expect(await local.forge.mergePullRequest(repository, 1, wish(method))).toMatchObject({ state: 'merged' })
    expect(await commitsOf(bare, 'main')).toBe(2)
  },
)

test.each(['merge', 'squash'] as const)(
  'a crash after the branch moved leaves a %s that is made',
  async (method) => {
    const { repository, bare } = await scene()
    const { head_sha } = await open(local.forge, repository)
    const crashing = nodeWhere(async (real, args) => {
      await real.updateBranch(...args)
      throw new Error('killed')
    })
    await expect(crashing.mergePullRequest(repository, 1, wish(method))).rejects.toThrow('killed')
    const listed = await local.forge.listPullRequests(repository, { state: 'open', limit: 5, after: null })
    expect(listed).toEqual({ items: [], next: null })
    const merged = await local.forge.readPullRequest(repository, 1)
    expect(merged).toMatchObject({ state: 'merged', head_sha, commits: 1, changed_files: 1 })
    expect(merged.merged_at).toBeInstanceOf(Date)
    await expect(local.forge.mergePullRequest(repository, 1, wish(method))).rejects.toMatchObject({
      fault: 'closed',
    })
    expect(await commitsOf(bare, 'main')).toBe(2)
  },
)

test('a crash after a squash is found out also when both branches went on', async () => {
  const { repository, bare } = await scene()
  await open(local.forge, repository)
  const crashing = nodeWhere(async (real, args) => {
    await real.updateBranch(...args)
    throw new Error('killed')
  })
  await expect(crashing.mergePullRequest(repository, 1, wish('squash'))).rejects.toThrow('killed')
  await bare.commit('main', { 'c.txt': 'later\n' })
  await bare.commit('work', { 'd.txt': 'later\n' })
  expect(await local.forge.readPullRequest(repository, 1)).toMatchObject({ state: 'merged', commits: 1 })
})

test.each(['merge', 'squash'] as const)('of a %s at once on two nodes one lands', async (method) => {
  const { repository, bare } = await scene()
  await open(local.forge, repository)
  const nodes = [local.forge, local.anotherNode()]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, at) => nodes[at % 2]?.mergePullRequest(repository, 1, wish(method))),
  )
  const merged = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(merged.length).toBeGreaterThanOrEqual(1)
  for (const one of outcomes)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ fault: 'closed' })
  expect(await commitsOf(bare, 'main')).toBe(2)
})

test('a push to the base between is merged with, and not lost', async () => {
  const { repository, bare } = await scene()
  await open(local.forge, repository)
  let isFirst = true
  const raced = nodeWhere(async (real, args) => {
    if (isFirst) await bare.commit('main', { 'c.txt': 'rival\n' })
    isFirst = false
    await real.updateBranch(...args)
  })
  expect(await raced.mergePullRequest(repository, 1, wish('squash'))).toMatchObject({ state: 'merged' })
  expect(await bare.read('main', 'b.txt')).toBe('new\n')
  expect(await bare.read('main', 'c.txt')).toBe('rival\n')
  expect(await commitsOf(bare, 'main')).toBe(3)
})

test('a base that never rests is given up', async () => {
  const { repository, bare } = await scene()
  await open(local.forge, repository)
  const restless = nodeWhere(async (real, args) => {
    await bare.commit('main', { 'c.txt': `${count++}\n` })
    await real.updateBranch(...args)
  })
  await expect(restless.mergePullRequest(repository, 1, wish())).rejects.toMatchObject({ fault: 'changed' })
  expect(await local.forge.readPullRequest(repository, 1)).toMatchObject({ state: 'open' })
})

test('numbers have no gaps, whichever node opens', async () => {
  const { repository, bare } = await scene()
  const branches = Array.from({ length: 8 }, (_, at) => `branch-${at}`)
  for (const branch of branches) await bare.commit(branch, { [`${branch}.txt`]: 'x\n' }, 'main')
  const nodes = [local.forge, local.anotherNode()]
  const wishes = [...branches, ...branches, ...branches]
  const made = await Promise.all(
    wishes.map((branch, at) => open(nodes[at % 2] ?? local.forge, repository, branch)),
  )
  const numbers = new Set(made.map(({ number }) => number))
  expect([...numbers].toSorted((one, other) => one - other)).toEqual(branches.map((_, at) => at + 1))
})

test('commits that are pushed to the base make it merged', async () => {
  const { repository, bare } = await scene()
  const { head_sha } = await open(local.forge, repository)
  await bare.moveBranch('main', head_sha)
  await bare.deleteBranch('work')
  expect(await local.forge.readPullRequest(repository, 1)).toMatchObject({
    ...{ state: 'merged', head_sha, commits: 1, additions: 1 },
  })
  expect(await local.forge.findOpenPullRequest(repository, 'work')).toBeNull()
})

test('a branch that is set back to its base has nothing to merge', async () => {
  const { repository, bare } = await scene()
  await open(local.forge, repository)
  await bare.moveBranch('work', (await bare.resolve('main')) ?? '')
  expect(await local.forge.readPullRequest(repository, 1)).toMatchObject({ state: 'open', commits: 0 })
  await expect(local.forge.mergePullRequest(repository, 1, wish())).rejects.toMatchObject({
    fault: 'refused',
  })
})

test('what has no commits, or no branch any more, is refused', async () => {
  const { repository, bare } = await scene()
  await bare.moveBranch('same', (await bare.resolve('main')) ?? '')
  await expect(open(local.forge, repository, 'same')).rejects.toMatchObject({ fault: 'refused' })
  await open(local.forge, repository)
  await bare.deleteBranch('work')
  expect(await local.forge.readPullRequest(repository, 1)).toMatchObject({ mergeable: false })
  await expect(local.forge.mergePullRequest(repository, 1, wish())).rejects.toMatchObject({
    fault: 'refused',
  })
})

test('text of a model that no database takes is taken without it', async () => {
  const { repository } = await scene()
  const made = await local.forge.openPullRequest(repository, {
    ...{ title: 'A\0 change \ud800', body: '\0', head_branch: 'work', base_branch: 'main', author: null },
  })
  expect(made).toMatchObject({ title: 'A change \ufffd', body: '' })
})
