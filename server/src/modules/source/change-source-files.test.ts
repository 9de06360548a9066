import { join } from 'node:path'
import { MAX_SOURCE_FILE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import { expect, test } from 'vitest'
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
