import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import { beforeEach, describe, expect, test } from 'vitest'
import { bring, take } from '../../../test/bring.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { collectionsOf } from '../../app.ts'
import { importArchive } from '../../platform/archive/import-archive.ts'
import { createLog } from '../../platform/log.ts'
import { createSecrets } from '../../platform/secrets.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const log = createLog('silent')
const secrets = createSecrets('a key for tests only')

const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })

/** Ids are new in every test, as one cannot be used again after its code is gone. */
let count = 0
let one: string
let two: string
beforeEach(() => {
  count += 1
  one = `app_${count}_one`
  two = `app_${count}_two`
})

const ground = () => ({
  users: [{ id: `usr_${count}`, email: `owner${count}@example.com`, full_name: 'Owner' }],
  workspaces: [{ id: `ws_${count}`, name: 'One', plan: 'business' }],
  members: [member(`usr_${count}`, `owner${count}@example.com`)],
  apps: [one, two].map((id) => ({
    ...{ id, workspace_id: `ws_${count}`, owner_id: `usr_${count}`, name: 'App', kind: 'app' },
  })),
  credentials: [
    {
      kind: 'personal_token',
      secret: `pat_of_source_archive_${count}`,
      user_id: `usr_${count}`,
      workspace_id: `ws_${count}`,
    },
  ],
})
const member = (user_id: string, email: string) => ({
  ...{ workspace_id: `ws_${count}`, user_id, email, role: 'owner', status: 'joined' },
})
const file = (app_id: string, path: string, content = `// ${path}\n`) => ({ app_id, path, content })
const client = () => app.as(`pat_of_source_archive_${count}`)

describe('the code of apps', () => {
  test('becomes one commit for each app, whatever the order of the files', async () => {
    const files = [
      file(one, 'src/pages/Home.jsx'),
      file(two, 'index.html'),
      file(one, 'README.md'),
      { ...file(one, 'logo.png', Buffer.from([0, 255, 1]).toString('base64')), encoding: 'base64' },
    ]
    expect(await load({ ...ground(), source_files: files })).toMatchObject({ source_files: 4 })

    const tree = await client().source.tree({ app_id: one })
    expect(tree.items.map(({ path }) => path)).toEqual(['README.md', 'logo.png', 'src/pages/Home.jsx'])
    expect(tree).toMatchObject({ revision: 1, files: 3, bytes: 13 + 3 + 22 })
    expect(new Set(tree.items.map(({ commit_id }) => commit_id))).toEqual(new Set([tree.commit_id]))
    const { items: commits } = await client().source.commits({ app_id: one })
    expect(commits).toEqual([
      {
        commit_id: tree.commit_id,
        revision: 1,
        message: 'Import an archive',
        author_name: 'Atrium',
        author_email: 'archive@atrium.invalid',
        created_date: NOW.toISOString(),
      },
    ])
    const home = await client().source.read_file({ app_id: one, path: 'src/pages/Home.jsx' })
    expect(home).toMatchObject({ content: '// src/pages/Home.jsx\n', encoding: 'utf-8' })
    const logo = await client().source.read_file({ app_id: one, path: 'logo.png' })
    expect(logo).toMatchObject({ content: 'AP8B', encoding: 'base64' })
    expect((await client().source.tree({ app_id: two })).files).toBe(1)
  })

  test('can be worked on at once', async () => {
    await load({ ...ground(), source_files: [file(one, 'a.txt')] })
    const written = await client().source.write_file({ app_id: one, path: 'b.txt' }, { content: 'b' })
    expect(written.revision).toBe(2)
    const { items } = await client().source.commits({ app_id: one })
    expect(items.map(({ message }) => message)).toEqual(['Write b.txt', 'Import an archive'])
  })

  test('goes out and comes into an empty place unchanged', { tags: 'slow' }, async () => {
    const files = [
      file(one, 'README.md', 'Grüße, 世界\n'),
      file(one, 'empty.txt', ''),
      { ...file(one, 'logo.png', 'AP8B'), encoding: 'base64' },
      file(two, 'index.html'),
    ]
    await load({ ...ground(), source_files: files })
    const whole = await save([`ws_${count}`])
    expect(JSON.parse(whole).source_files).toEqual(files)

    const other = await startApp({ data_dir: join(folder, 'other') })
    await load(JSON.parse(whole), other, join(folder, 'other'))
    expect(await save([`ws_${count}`], other, join(folder, 'other'))).toBe(whole)
  })

  test('stays as it is where it is there already; only what is missing is added, in one commit more', async () => {
    await load({ ...ground(), source_files: [file(one, 'a.txt', 'first')] })
    const again = [file(one, 'a.txt', 'second'), file(one, 'b.txt'), file(one, 'src/c.txt')]
    expect(await load({ ...ground(), source_files: again })).toMatchObject({ source_files: 2 })
    expect(await client().source.tree({ app_id: one })).toMatchObject({ revision: 2, files: 3 })
    const { content } = await client().source.read_file({ app_id: one, path: 'a.txt' })
    expect(content).toBe('first')
    expect(await load({ ...ground(), source_files: again })).toMatchObject({ source_files: 0 })
    expect(await client().source.tree({ app_id: one })).toMatchObject({ revision: 2 })
  })

  test('of other workspaces and of deleted apps does not go out', { tags: 'slow' }, async () => {
    await load({ ...ground(), source_files: [file(one, 'a.txt'), file(two, 'a.txt')] })
    const foreign = count
    await client().apps.delete({ app_id: two })
    count += 1
    one = `app_${count}_one`
    two = `app_${count}_two`
    await load({ ...ground(), source_files: [file(one, 'b.txt')] })
    expect(JSON.parse(await save([`ws_${count}`])).source_files).toEqual([file(one, 'b.txt')])
    const all = JSON.parse(await save(null)).source_files as { app_id: string }[]
    expect(all.map(({ app_id }) => app_id)).toContain(`app_${foreign}_one`)
    expect(all.map(({ app_id }) => app_id)).not.toContain(`app_${foreign}_two`)
  })

  test('loses nothing when others write at the same time', { tags: 'slow' }, async () => {
    await load({ ...ground(), source_files: [file(one, 'start.txt')] })
    const write = (n: number) =>
      client().source.write_file({ app_id: one, path: `written/${n}.txt` }, { content: String(n) })
    const files = (name: string) => Array.from({ length: 20 }, (_, n) => file(one, `${name}/${n}.txt`))
    const numbers = Array.from({ length: 8 }, (_, n) => n)
    await Promise.all([
      ...numbers.map(write),
      load({ source_files: files('first') }),
      load({ source_files: files('second') }),
    ])
    const tree = await client().source.tree({ app_id: one })
    expect(tree).toMatchObject({ files: 1 + 8 + 40, revision: 1 + 8 + 2 })
    const { items } = await client().source.commits({ app_id: one })
    expect(items.map(({ revision }) => revision)).toEqual(Array.from({ length: 11 }, (_, n) => 11 - n))
    for (const { path } of tree.items) await client().source.read_file({ app_id: one, path })
  })

  test('comes in lines of many megabytes, still as one commit', { tags: 'slow' }, async () => {
    const large = (n: number) => file(one, `large/${n}.txt`, String(n % 10).repeat(1_000_000))
    const lines = [
      ...Object.entries(ground()).flatMap(([collection, rows]) => rows.map((row) => ({ collection, row }))),
      ...Array.from({ length: 20 }, (_, n) => ({ collection: 'source_files', row: large(n) })),
    ]
    const source = Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)))
    const added = await importArchive({
      ...{ db: app.atrium.db, collections: collectionsOf({ data_dir: folder }), source, now: NOW, log },
      secrets,
    })
    expect(added).toMatchObject({ source_files: 20 })
    expect(await client().source.tree({ app_id: one })).toMatchObject({ revision: 1, files: 20 })
  })
})

describe('an archive is refused', () => {
  test.each([
    ['path: A path names no folder by dots', () => file(one, '../a.txt')],
    ['path: A path names nothing that belongs to git', () => file(one, '.git/config')],
    ['path: A path starts and ends with a name', () => file(one, 'a//b')],
    ['app_id: There is no app "app_nowhere"', () => file('app_nowhere', 'a.txt')],
    ['app_id: Only letters, digits, _ and -', () => file('app/../x', 'a.txt')],
    ['content: Input should be valid base64', () => ({ ...file(one, 'a', 'AP8'), encoding: 'base64' })],
    ['content: A file has at most 1 MiB', () => file(one, 'a', 'x'.repeat(MAX_SOURCE_FILE_BYTES + 1))],
  ])('%s', async (message, row) => {
    const rows = { ...ground(), source_files: [file(one, 'good.txt'), row()] }
    await expect(load(rows)).rejects.toThrow(`source_files[1].${message}`)
    await nothingCameIn()
  })

  test.each([
    ['"src/A.txt"', 'src/a.txt', 'src/A.txt'],
    ['"src"', 'src/a.txt', 'src'],
    ['"src"', 'src', 'src/a.txt'],
    ['"SRC"', 'src/a.txt', 'SRC/b.txt'],
  ])('%s stands in the way of %s', async (by, path, before) => {
    const rows = { ...ground(), source_files: [file(one, before), file(one, path)] }
    await expect(load(rows)).rejects.toThrow(`source_files[1].path: ${by} stands in the way`)
    await nothingCameIn()
  })

  test('also for what stands in the way since before', async () => {
    await load({ ...ground(), source_files: [file(one, 'Readme.md')] })
    const rows = { ...ground(), source_files: [file(one, 'README.md')] }
    await expect(load(rows)).rejects.toThrow('source_files[0].path: "Readme.md" stands in the way')
    expect(await client().source.tree({ app_id: one })).toMatchObject({ revision: 1, files: 1 })
  })

  test('when a file stands in it twice', async () => {
    const rows = { ...ground(), source_files: [file(one, 'a.txt'), file(one, 'a.txt', 'other')] }
    await expect(load(rows)).rejects.toThrow('source_files[1]: This row was in the archive before')
  })

  test('beyond the number of files that an app may have', async () => {
    const many = Array.from({ length: MAX_SOURCE_FILES + 1 }, (_, n) => file(one, `f/${n}`, ''))
    await expect(load({ ...ground(), source_files: many })).rejects.toThrow(
      `source_files[${MAX_SOURCE_FILES}]: The code of an app has at most 5000 files`,
    )
    await nothingCameIn()
  })

  test('beyond the bytes that an app may have', async () => {
    await load({ ...ground(), source_files: [file(one, 'a.txt', 'x')] })
    await app.sql`update app_sources set bytes = ${MAX_SOURCE_BYTES - 10} where app_id = ${one}`
    const much = [file(one, 'b.txt', '12345'), file(one, 'c.txt', '123456')]
    await expect(load({ source_files: much })).rejects.toThrow(
      'source_files[1]: The code of an app has at most 100 MiB',
    )
    await load({ source_files: [file(one, 'b.txt', '12345'), file(one, 'c.txt', '12345')] })
    expect(await client().source.tree({ app_id: one })).toMatchObject({ bytes: MAX_SOURCE_BYTES, files: 3 })
  })

  test('for an app that is being deleted', async () => {
    await load(ground())
    await client().apps.delete({ app_id: one })
    const rows = { source_files: [file(one, 'a.txt')] }
    await expect(load(rows)).rejects.toThrow(`source_files[0].app_id: The app "${one}" is being deleted`)
  })

  async function nothingCameIn() {
    const rows = await app.sql`select id from apps where id = ${one}`
    expect(rows).toEqual([])
    expect(readdirSync(join(folder, 'source')).filter((name) => name.startsWith(`${one}.`))).toEqual([])
  }
})

const load = (rows: object, into = app, data_dir = folder) => bring(into, rows, { data_dir, now: NOW })
const save = (workspaces: string[] | null, from = app, data_dir = folder) =>
  take(from, workspaces, { data_dir })
