/** The code of an app, written on two nodes at once while one of them is killed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localSourceStorage } from '../src/ports/source-storage/local.ts'
import { killRounds } from './kill-rounds.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { startTestNodes } from './test-nodes.ts'

const ROUNDS = 3

test('kill -9 during changes loses none that was answered, and leaves one line of whole commits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-source-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const settings = { RATE_LIMITS: 'off', DATA_DIR: folder }
  const { nodes, token, ...database } = await startTestNodes(2, settings)
  const [first, survivor] = nodes
  const { id: app_id } = await clientOf(survivor, token).apps.create({ name: 'Shop' })
  const answered = new Map<number, { path: string; content: string }>()

  /** Writes one file after the other until its node is gone, or the round is over. */
  async function write(node: NodeProcess, writer: string, isOver: () => boolean) {
    for (let i = 0; !isOver(); i++) {
      const [path, content] = [`${writer}/${i % 5}/file`, `${writer} ${i}`]
      try {
        const { revision } = await clientOf(node, token).source.write_file({ app_id, path }, { content })
        expect(answered.has(revision)).toBe(false)
        answered.set(revision, { path, content })
      } catch (error) {
        if (node === survivor) throw error
        return
      }
    }
  }

  await killRounds({
    ...{ rounds: ROUNDS, first, settings: { ...database.settings, ...settings } },
    startWriters: (victim, round, isOver) => [
      ...['a', 'b'].map((name) => write(survivor, `${name}${round}`, isOver)),
      ...['x', 'y', 'z'].map((name) => write(victim, `${name}${round}`, isOver)),
    ],
    answered: () => answered.size,
    writesEach: 40,
  })

  const { source } = clientOf(survivor, token)
  const last = await source.write_file({ app_id, path: 'last' }, { content: 'last' })
  const tree = await source.tree({ app_id })
  expect(tree).toMatchObject({ revision: last.revision, files: tree.items.length, commit_id: last.commit_id })
  const forge = localSourceStorage({ folder: join(folder, 'source') })
  expect(await forge.published(app_id)).toBe(last.commit_id)

  // Every revision is a whole commit in one line, and the answered ones hold what was answered.
  const commits = (await Array.fromAsync(forge.history(app_id, last.commit_id))).toReversed()
  expect(commits).toHaveLength(last.revision)
  for (const [revision, { path, content }] of answered) {
    const blob = await forge.findBlob(app_id, commits[revision - 1]?.id ?? '', path)
    expect(Buffer.from(await forge.readBlob(app_id, blob ?? '')).toString()).toBe(content)
  }
  // The rows tell of the same files as the newest commit.
  for (const { path, size } of tree.items) {
    const blob = await forge.findBlob(app_id, last.commit_id, path)
    expect((await forge.readBlob(app_id, blob ?? '')).length).toBe(size)
  }
})
