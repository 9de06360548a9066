/** Two nodes on one database and one folder, and what happens when one of them ends at a bad moment. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useTeam } from '../../../test/use-team.ts'
import { localSourceStorage } from '../../ports/source-storage/local.ts'
import { createAppSource } from './app-source.ts'
import { sourceStore } from './store.ts'
import { trimHistory } from './trim-history.ts'

const folder = useFolder()
const first = useApp({ data_dir: folder, rate_limits: 'off' })
const second = useApp(() => ({ data_dir: folder, rate_limits: 'off', database_url: first.databaseUrl }))
const { owner } = useTeam(first)
const nodes: [TestApp, TestApp] = [first, second]

const storage = () => localSourceStorage({ folder: join(folder, 'source') })
const appSource = () => createAppSource({ db: nodes[0].atrium.db, sourceStorage: storage() })
const on = (node: number) => (nodes[node % 2] as TestApp).as(owner).source

/** Everything the app's code holds, as the rows and as git see it. */
async function both(app_id: string) {
  const tree = await on(0).tree({ app_id })
  const rows = new Map<string, string>()
  for await (const file of appSource().files(app_id)) {
    rows.set(file.path, Buffer.from(await file.read()).toString())
  }
  for (const [path, text] of rows) {
    const blob = await storage().findBlob(app_id, tree.commit_id ?? '', path)
    expect(Buffer.from(await storage().readBlob(app_id, blob ?? '')).toString()).toBe(text)
  }
  return { tree, rows, published: await storage().published(app_id) }
}

test('changes on two nodes at once all count, one revision each, in one line', { tags: 'slow' }, async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  const work = Array.from({ length: 40 }, (_, i) =>
    on(i).write_file({ app_id, path: `dir${i % 3}/file${i % 10}` }, { content: `content ${i}` }),
  )
  const done = await Promise.all(work)
  expect(done.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(done.map((_, i) => i + 1))
  const { tree, rows, published } = await both(app_id)
  expect(tree).toMatchObject({ revision: 40, files: rows.size })
  expect(published).toBe(tree.commit_id)
  expect(await appSource().revision(app_id)).toBe(40)
  const { items } = await on(1).commits({ app_id }, { limit: 100 })
  expect(items.map(({ revision }) => revision)).toEqual(Array.from({ length: 40 }, (_, i) => 40 - i))
  const byRevision = new Map(done.map(({ revision, commit_id }) => [revision, commit_id]))
  for (const { revision, commit_id } of items) expect(commit_id).toBe(byRevision.get(revision))
  expect(tree.bytes).toBe([...rows.values()].join('').length)
})

test('of many who expect the same revision exactly one wins', async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  const path = 'a'
  for (const expected of [0, 1]) {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        on(i)
          .write_file({ app_id, path }, { content: `${expected} ${i}`, revision: expected })
          .then(
            () => 'won',
            ({ code }) => code,
          ),
      ),
    )
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('source_changed'), 'won'])
  }
})

test('a commit that was written but never counted leaves nothing to mend', async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  const { db } = nodes[0].atrium
  const first = await on(0).write_file({ app_id, path: 'a' }, { content: '1' })
  // The database fails between the commit in git and its row, which is what a crash there looks like.
  await sql`
    create function fail() returns trigger language plpgsql
    as 'begin raise exception ''cut'' using errcode = ''57P01''; end'`.execute(db)
  await sql`create trigger fail before update on app_sources execute function fail()`.execute(db)
  await expect(on(0).write_file({ app_id, path: 'a' }, { content: '2' })).rejects.toMatchObject({
    code: 'database_unavailable',
  })
  await sql`drop trigger fail on app_sources`.execute(db)
  expect(await on(1).read_file({ app_id, path: 'a' })).toMatchObject({ content: '1', revision: 1 })
  expect(await on(1).tree({ app_id })).toMatchObject({ revision: 1, commit_id: first.commit_id })
  // The same once more, then a crash after the row and before the branch was moved.
  const second = await on(1).write_file({ app_id, path: 'a' }, { content: '2' })
  expect(second.revision).toBe(2)
  await storage().publish(app_id, first.commit_id)
  expect(await on(0).read_file({ app_id, path: 'a' })).toMatchObject({ content: '2' })
  await on(0).write_file({ app_id, path: 'b' }, { content: '3' })
  const { tree, published, rows } = await both(app_id)
  expect(published).toBe(tree.commit_id)
  expect(Object.fromEntries(rows)).toEqual({ a: '2', b: '3' })
})

test('a change that overlaps with tidying up is written again, and nothing it needs is lost', {
  tags: 'slow',
}, async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  const { db, jobs } = nodes[0].atrium
  for (let i = 0; i < 5; i++) await on(i).write_file({ app_id, path: 'a' }, { content: `${i}` })
  const writing = Array.from({ length: 20 }, (_, i) =>
    on(i).write_file({ app_id, path: `b${i % 4}` }, { content: `${i}` }),
  )
  for (let i = 0; i < 5; i++) {
    await jobs.send(db, trimHistory, { app_id })
    await jobs.drain()
  }
  await Promise.all(writing)
  const { tree, rows } = await both(app_id)
  expect(tree.revision).toBe(25)
  expect(rows.size).toBe(5)
  const { rows: epochs } = await sql<{ epoch: number }>`
    select epoch from app_sources where app_id = ${app_id}`.execute(db)
  expect(epochs).toEqual([{ epoch: 5 }])
})

test('a commit from before a sweep, or from before another one, does not count', async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  await on(0).write_file({ app_id, path: 'a' }, { content: '1' })
  const store = sourceStore(nodes[0].atrium.db)
  const found = await store.find(app_id)
  if (!found) throw new Error('there is a source')
  const next = { ...found, commit_id: 'f'.repeat(40) }
  await store.holdBack(app_id)
  expect(await store.advance(app_id, found, next)).toBeUndefined()
  expect(await store.advance(app_id, { ...found, epoch: 1, revision: 0 }, next)).toBeUndefined()
  expect(await store.advance(app_id, null, next)).toBeUndefined()
  expect(await store.find(app_id)).toEqual({ ...found, epoch: 1 })
  expect(await store.advance(app_id, { ...found, epoch: 1 }, next)).toBe(2)
})

test('much written since the last time brings the next tidying up', async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  const { db, jobs } = nodes[0].atrium
  await on(0).write_file({ app_id, path: 'a' }, { content: '1' })
  await sql`update app_sources set unswept_bytes = 32 * 1024 * 1024 where app_id = ${app_id}`.execute(db)
  await on(0).write_file({ app_id, path: 'a' }, { content: '2' })
  expect(await jobs.drain()).toContainEqual({ name: 'source.trim_history', outcome: 'completed' })
  await on(0).write_file({ app_id, path: 'a' }, { content: '3' })
  expect((await jobs.drain()).map(({ name }) => name)).not.toContain('source.trim_history')
})

test('who writes while the app is being deleted leaves no repository behind', async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  await on(0).write_file({ app_id, path: 'a' }, { content: '1' })
  // As another node sees it that let the writer in just before.
  await nodes[0].sql`update app_sources set is_deleted = true where app_id = ${app_id}`
  await expect(on(1).write_file({ app_id, path: 'a' }, { content: '2' })).rejects.toMatchObject({
    code: 'app_not_found',
  })
  expect(existsSync(join(folder, 'source', `${app_id}.git`))).toBe(false)
})

test('nor does who is overtaken by the deletion right after their change', async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  const { db } = nodes[0].atrium
  await on(0).write_file({ app_id, path: 'a' }, { content: '1' })
  await sql`
    create function overtake() returns trigger language plpgsql
    as 'begin new.is_deleted := true; return new; end'`.execute(db)
  await sql`
    create trigger overtake before update on app_sources for each row execute function overtake()`.execute(db)
  await on(0).write_file({ app_id, path: 'a' }, { content: '2' })
  await sql`drop trigger overtake on app_sources`.execute(db)
  expect(existsSync(join(folder, 'source', `${app_id}.git`))).toBe(false)
})

test('a change that is sent again because its answer was lost is not a conflict', async () => {
  const { id: app_id } = await nodes[0].make.app(owner)
  const body = { content: '1', revision: 0 }
  const first = await on(0).write_file({ app_id, path: 'a' }, body)
  expect(await on(1).write_file({ app_id, path: 'a' }, body)).toEqual({ ...first, changed: false })
})
