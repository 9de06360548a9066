import { join } from 'node:path'
import { MAX_DIFF_FILES } from '@atrium/contract/pull-requests'
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import { describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useTeam } from '../../../test/use-team.ts'
import { createTurns } from '../../platform/realtime/turns.ts'
import { localSourceStorage } from '../../ports/source-storage/local.ts'
import { createAudit } from '../../tenancy/audit/record.ts'
import { type ChangeDeps, changeSourceFiles, type FilesChange } from './change-source-files.ts'

const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })
const { owner } = useTeam(app)

const deps = (): ChangeDeps => ({
  ...{ db: app.atrium.db, jobs: app.atrium.jobs, events: app.atrium.events, clock: app.clock },
  log: collectedLog(),
  audit: createAudit(app.clock),
  access: { workspaceIdOf: async () => owner.workspace_id },
  sourceStorage: localSourceStorage({ folder: join(folder, 'source') }),
  sourceTurns: createTurns(),
})

type Files = Record<string, string | null>

async function change(app_id: string, files: Files, more: Partial<FilesChange> = {}) {
  const list = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: text === null ? null : Buffer.from(text),
  }))
  const fixed = { app_id, user_id: owner.id, message: 'Change much', expectedRevision: null }
  return changeSourceFiles(deps(), { ...fixed, files: list, ...more })
}

const source = () => app.as(owner).source
async function textsOf(app_id: string) {
  const { items } = await source().tree({ app_id })
  const texts = items.map(async ({ path }) => [path, (await source().read_file({ app_id, path })).content])
  return Object.fromEntries(await Promise.all(texts))
}

test('many files are one commit and one revision, by the person', async () => {
  const { id: app_id } = await app.make.app(owner)
  expect(await change(app_id, { 'a.txt': 'a', 'b/c.txt': 'c' })).toMatchObject({ revision: 1 })
  const done = await change(app_id, { 'a.txt': null, 'b/c.txt': 'c', 'b/d.txt': 'd', gone: null })
  expect(done).toMatchObject({ revision: 2, commit: expect.stringMatching(/^[0-9a-f]{40}$/) })
  expect(await textsOf(app_id)).toEqual({ 'b/c.txt': 'c', 'b/d.txt': 'd' })
  expect(await source().tree({ app_id })).toMatchObject({ files: 2, bytes: 2, commit_id: done.commit })
  const { items } = await source().commits({ app_id })
  expect(items).toMatchObject([{ message: 'Change much', author_email: owner.email }, {}])
  const { items: entries } = await app.as(owner).audit.list({ action: 'source.change_files' })
  expect(entries[0]).toMatchObject({ app_id, actor_email: owner.email, detail: { written: 1, deleted: 1 } })
})

test('a file may take the place of a folder, and other letters that of a file', async () => {
  const { id: app_id } = await app.make.app(owner)
  await change(app_id, { 'a/b': '1', Read: '2' })
  await change(app_id, { 'a/b': null, a: '3', Read: null, read: '4' })
  expect(await textsOf(app_id)).toEqual({ a: '3', read: '4' })
})

test('what is there already makes no commit, and what goes along is stored all the same', async () => {
  const { id: app_id } = await app.make.app(owner)
  const first = await change(app_id, { a: '1' })
  const along: unknown[] = []
  const again = await change(app_id, { a: '1' }, { alsoStore: async (_tx, done) => void along.push(done) })
  expect(again).toEqual(first)
  expect(along).toEqual([first])
})

test('nothing changes when what goes along fails', async () => {
  const { id: app_id } = await app.make.app(owner)
  const fail = () => Promise.reject(new Error('no'))
  await expect(change(app_id, { a: '1' }, { alsoStore: fail })).rejects.toThrow('no')
  expect(await textsOf(app_id)).toEqual({})
})

test('what cannot be is refused as a whole', async () => {
  const { id: app_id } = await app.make.app(owner)
  await change(app_id, { a: '1' })
  const refused = (files: Files, more?: Partial<FilesChange>) =>
    change(app_id, { fine: 'x', ...files }, more).then(
      () => null,
      (error) => error,
    )
  expect(await refused({}, { expectedRevision: 7 })).toEqual(refusal(409, 'source_changed'))
  expect(await refused({ A: '2' })).toEqual(refusal(409, 'source_path_taken'))
  expect(await refused({ '.git/config': '' })).toMatchObject({ status: 422 })
  expect(await refused({ big: 'x'.repeat(MAX_SOURCE_FILE_BYTES + 1) })).toEqual(
    refusal(413, 'source_file_too_large'),
  )
  const many = Array.from({ length: MAX_SOURCE_FILES }, (_, at) => [`f${at}`, ''])
  expect(await refused(Object.fromEntries(many))).toEqual(refusal(409, 'source_limit_reached'))
  expect(await refused({}, { user_id: 'usr_none' })).toEqual(refusal(404, 'app_not_found'))
  expect(await textsOf(app_id)).toEqual({ a: '1' })
  await app.as(owner).apps.delete({ app_id })
  await app.atrium.jobs.drain()
  expect(await refused({})).toEqual(refusal(404, 'app_not_found'))
})

test('who changes one file at the same moment loses nothing', async () => {
  const { id: app_id } = await app.make.app(owner)
  await Promise.all([
    ...Array.from({ length: 5 }, (_, at) => change(app_id, { [`many/${at}`]: 'm', shared: `${at}` })),
    ...Array.from({ length: 5 }, (_, at) =>
      source().write_file({ app_id, path: `one/${at}` }, { content: 'o' }),
    ),
  ])
  expect(await source().tree({ app_id })).toMatchObject({ files: 11, revision: 10 })
})

test('all bytes together have a limit, which may be reached', async () => {
  const { id: app_id } = await app.make.app(owner)
  await change(app_id, { a: '1', b: '2' })
  await app.sql`update app_source_files set size = ${MAX_SOURCE_BYTES - 6} where app_id = ${app_id} and path = 'a'`
  await change(app_id, { c: '12', d: '123' })
  expect((await source().tree({ app_id })).bytes).toBe(MAX_SOURCE_BYTES)
  const full = refusal(409, 'source_limit_reached')
  await expect(change(app_id, { e: '1' })).rejects.toEqual(full)
  await expect(change(app_id, { b: '22' })).rejects.toEqual(full)
  // What goes makes room for what comes.
  await change(app_id, { b: null, e: '1' })
})

test('much written at once brings the next tidying up', async () => {
  const { id: app_id } = await app.make.app(owner)
  await change(app_id, { a: '1' })
  const tidied = async () =>
    (await app.atrium.jobs.drain()).filter(({ name }) => name === 'source.trim_history').length
  expect(await tidied()).toBe(0)
  await app.sql`update app_sources set unswept_bytes = 32 * 1024 * 1024 where app_id = ${app_id}`
  await change(app_id, { a: '2' })
  expect(await tidied()).toBe(1)
  await change(app_id, { a: '3' })
  expect(await tidied()).toBe(0)
})

describe('a commit of many files', () => {
  const filesOf = async (app_id: string, files: Files) => {
    const { commit } = await change(app_id, files)
    return source().read_commit({ app_id, commit_id: commit ?? '' })
  }

  test('shows one that moved as renamed, and a second copy of it as new', async () => {
    const { id: app_id } = await app.make.app(owner)
    await change(app_id, { old: 'same\n', gone: 'away\n', left: 'same\n' })
    const { files } = await filesOf(app_id, { old: null, gone: null, copy: 'same\n', moved: 'same\n' })
    expect(files).toMatchObject([
      { path: 'copy', old_path: 'old', status: 'renamed', additions: 0, patch: null },
      { path: 'gone', old_path: null, status: 'deleted', deletions: 1 },
      { path: 'moved', old_path: null, status: 'added', additions: 1 },
    ])
  })

  test('says that there are more files than it shows', async () => {
    const { id: app_id } = await app.make.app(owner)
    const many = (text: string, count: number): Files =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, text]))
    const most = await filesOf(app_id, many('1', MAX_DIFF_FILES))
    expect([most.files.length, most.truncated]).toEqual([MAX_DIFF_FILES, false])
    const more = await filesOf(app_id, many('2', MAX_DIFF_FILES + 1))
    expect([more.files.length, more.truncated]).toEqual([MAX_DIFF_FILES, true])
  })

  test('shows patches up to a size of all together', async () => {
    const { id: app_id } = await app.make.app(owner)
    const text = `${'x'.repeat(999)}\n`.repeat(180)
    const names = Array.from({ length: 18 }, (_, at) => `f${10 + at}`)
    const { files } = await filesOf(app_id, Object.fromEntries(names.map((name) => [name, text])))
    expect(files.map(({ path, additions }) => [path, additions])).toEqual(names.map((name) => [name, 180]))
    // 16 of 180,000 bytes and some fit into three million.
    expect(files.map(({ patch }) => patch !== null)).toEqual([...Array(16).fill(true), false, false])
  })
})
