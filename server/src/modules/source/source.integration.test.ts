import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useTeam } from '../../../test/use-team.ts'

const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })
const { owner, viewer, stranger } = useTeam(app)

const source = () => app.as(owner).source
const repositoryOf = (id: string) => join(folder, 'source', `${id}.git`)
const newApp = async () => (await app.make.app(owner)).id
const refused = (code: string, fields: object = {}) => ({ code, ...fields })

async function raw(method: string, path: string, init: { body?: unknown; headers?: object } = {}) {
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${owner.token}`,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...init.headers,
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('a file', () => {
  test('is written, read, changed and deleted, each time with the next revision', {
    tags: 'slow',
  }, async () => {
    const app_id = await newApp()
    const at = { app_id, path: 'src/pages/Home.jsx' }
    const first = await source().write_file(at, { content: 'Hé 👋\n' })
    expect(first).toEqual({
      path: at.path,
      size: 9,
      revision: 1,
      commit_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      changed: true,
    })
    expect(await source().read_file(at)).toEqual({
      path: at.path,
      content: 'Hé 👋\n',
      encoding: 'utf-8',
      size: 9,
      revision: 1,
      commit_id: first.commit_id,
    })
    const second = await source().write_file(at, { content: 'Hello', message: 'Say it' })
    expect(second).toMatchObject({ revision: 2, size: 5, changed: true })
    const gone = await source().delete_file(at)
    expect(gone).toMatchObject({ deleted: true, path: at.path, revision: 3 })
    await expect(source().read_file(at)).rejects.toMatchObject(refused('source_file_not_found'))
    await expect(source().delete_file(at)).rejects.toMatchObject(refused('source_file_not_found'))
    const tree = await source().tree({ app_id })
    expect(tree).toMatchObject({ items: [], revision: 3, commit_id: gone.commit_id, files: 0, bytes: 0 })
    // As it was then.
    expect(await source().read_file(at, { commit: first.commit_id })).toMatchObject({
      content: 'Hé 👋\n',
      revision: null,
      commit_id: first.commit_id,
    })
    await expect(source().read_file(at, { commit: gone.commit_id })).rejects.toMatchObject(
      refused('source_file_not_found'),
    )
    await expect(source().read_file(at, { commit: 'a'.repeat(40) })).rejects.toMatchObject(
      refused('source_commit_not_found'),
    )
  })

  test('that is like this already makes no commit', async () => {
    const app_id = await newApp()
    const first = await source().write_file({ app_id, path: 'a' }, { content: 'x' })
    await source().write_file({ app_id, path: 'b' }, { content: 'x' })
    const again = await source().write_file({ app_id, path: 'a' }, { content: 'x', message: 'no' })
    expect(again).toEqual({ ...first, changed: false })
    expect((await source().tree({ app_id })).revision).toBe(2)
  })

  test('can be any bytes, and comes back as text only when it is text', async () => {
    const app_id = await newApp()
    for (const bytes of [
      Buffer.from([0xff, 0xfe, 0, 1]),
      Buffer.from('a\0b'),
      Buffer.alloc(0),
      Buffer.from('\ufeffx'),
    ]) {
      const content = bytes.toString('base64')
      await source().write_file({ app_id, path: 'x.bin' }, { content, encoding: 'base64' })
      const back = await source().read_file({ app_id, path: 'x.bin' })
      expect(Buffer.from(back.content, back.encoding === 'base64' ? 'base64' : 'utf8')).toEqual(bytes)
    }
    for (const content of ['a', 'ab==c', 'YQ', 'Y Q=', 'YQ=='.repeat(2), 'YQ==\n']) {
      await expect(
        source().write_file({ app_id, path: 'x.bin' }, { content, encoding: 'base64' }),
      ).rejects.toMatchObject(refused('validation_error'))
    }
  })

  test('has at most 1 MiB, as text and in base64', { tags: 'slow' }, async () => {
    const app_id = await newApp()
    const most = 'x'.repeat(1024 * 1024)
    expect(await source().write_file({ app_id, path: 'a' }, { content: most })).toMatchObject({
      size: most.length,
    })
    const content = Buffer.alloc(1024 * 1024, 7).toString('base64')
    await source().write_file({ app_id, path: 'b' }, { content, encoding: 'base64' })
    expect(await source().read_file({ app_id, path: 'a' })).toMatchObject({ content: most })
    await expect(source().write_file({ app_id, path: 'c' }, { content: `${most}x` })).rejects.toMatchObject(
      refused('source_file_too_large', { status: 413 }),
    )
    await expect(
      source().write_file({ app_id, path: 'c' }, { content: 'x'.repeat(2 * 1024 * 1024) }),
    ).rejects.toMatchObject(refused('body_too_large'))
  })

  test('is reached by its path as it is, and with every character escaped', async () => {
    const app_id = await newApp()
    const base = `/api/apps/${app_id}/source/files`
    const made = await raw('PUT', `${base}/src/a b/[id] %25.tsx?x=1`, { body: { content: 'x' } })
    expect([made.status, made.body.path]).toEqual([200, 'src/a b/[id] %.tsx'])
    expect((await raw('GET', `${base}/src%2Fa%20b%2F%5Bid%5D%20%25.tsx`)).body.content).toBe('x')
    const path = 'src/a b/[id] %.tsx'
    expect(await source().read_file({ app_id, path })).toMatchObject({ path, content: 'x' })
    expect((await raw('GET', `${base}/`)).status).toBe(422)
    expect((await raw('POST', `${base}/a`, { body: {} })).status).toBe(405)
    await expect(source().read_file({ app_id, path: 'a/../b' })).rejects.toThrow('cannot be "a/../b"')
  })

  test.each([
    '%2e%2e%2Fescape',
    '%2Fetc%2Fpasswd',
    'a%2F..%2F..%2Fb',
    'a//b',
    'a%5C..%5Cb',
    'a%00b',
    '.git/config',
    '.GIT%2Fhooks%2Fpre-commit',
    'git~1/config',
    '.git%20/x',
    '.g%E2%80%8Cit/x',
    'aux.txt',
    'e%CC%81',
  ])('cannot be at %s', async (path) => {
    const app_id = await newApp()
    for (const method of ['PUT', 'GET', 'DELETE']) {
      const body = method === 'PUT' ? { body: { content: 'x' } } : {}
      const answer = await raw(method, `/api/apps/${app_id}/source/files/${path}`, body)
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_error'])
      expect(answer.body.detail[0].loc[0]).toBe('path')
    }
    expect(existsSync(repositoryOf(app_id))).toBe(false)
  })

  test('is not where a folder is, nor a folder where a file is, nor the same in other letters', async () => {
    const app_id = await newApp()
    await source().write_file({ app_id, path: 'src/App.tsx' }, { content: '1' })
    await source().write_file({ app_id, path: 'Straße' }, { content: '2' })
    for (const path of [
      'src',
      'SRC',
      'src/App.tsx/x',
      'src/app.tsx',
      'Src/other',
      'src/APP.tsx/x',
      'STRASSE',
    ]) {
      await expect(source().write_file({ app_id, path }, { content: 'x' })).rejects.toMatchObject(
        refused('source_path_taken', { status: 409 }),
      )
    }
    await source().write_file({ app_id, path: 'src0' }, { content: 'next to' })
    await source().write_file({ app_id, path: 'src/App.tsx' }, { content: 'still' })
    await source().delete_file({ app_id, path: 'src/App.tsx' })
    await source().write_file({ app_id, path: 'SRC' }, { content: 'now' })
    expect((await source().tree({ app_id })).items.map(({ path }) => path)).toEqual(['SRC', 'Straße', 'src0'])
  })

  test('is changed only as it was read, when the caller says how that was', async () => {
    const app_id = await newApp()
    const path = `/api/apps/${app_id}/source/files/a`
    const put = (content: string, headers: object, revision?: number) =>
      raw('PUT', path, { body: { content, revision }, headers })
    expect((await put('0', { 'if-match': '*' })).body.code).toBe('source_changed')
    expect((await put('0', {}, 5)).body).toMatchObject({ code: 'source_changed', revision: 0 })
    expect((await put('1', {}, 0)).status).toBe(200)
    expect((await put('2', {}, 0)).body).toMatchObject({ code: 'source_changed', revision: 1 })
    const etag = (await raw('GET', path)).headers.get('etag') ?? ''
    expect(etag).toBe('"1"')
    await source().write_file({ app_id, path: 'b' }, { content: 'another file' })
    const written = await put('2', { 'if-match': etag })
    expect([written.status, written.headers.get('etag')]).toEqual([200, '"3"'])
    expect((await put('3', { 'if-match': etag })).body.code).toBe('source_changed')
    expect((await put('3', { 'if-match': 'nonsense' })).body.detail[0].loc).toEqual(['header', 'if-match'])
    expect((await raw('DELETE', `${path}?revision=1`)).body.code).toBe('source_changed')
    expect((await raw('DELETE', path, { headers: { 'if-match': '"3"' } })).status).toBe(200)
  })

  test('is refused when the app has as many files or bytes as it may', async () => {
    const app_id = await newApp()
    await source().write_file({ app_id, path: 'a' }, { content: '1234' })
    const set = (files: number, bytes: number) =>
      app.sql`update app_sources set files = ${files}, bytes = ${bytes} where app_id = ${app_id}`
    await set(5_000, 4)
    await expect(source().write_file({ app_id, path: 'b' }, { content: '' })).rejects.toMatchObject(
      refused('source_limit_reached', { status: 409 }),
    )
    await set(1, 100 * 1024 * 1024)
    await expect(source().write_file({ app_id, path: 'a' }, { content: '12345' })).rejects.toMatchObject(
      refused('source_limit_reached'),
    )
    expect(await source().write_file({ app_id, path: 'a' }, { content: '12' })).toMatchObject({ size: 2 })
    expect((await source().tree({ app_id })).bytes).toBe(100 * 1024 * 1024 - 2)
  })
})

describe('the tree', () => {
  test('lists by path, page by page, and folder by folder', async () => {
    const app_id = await newApp()
    expect(await source().tree({ app_id })).toEqual({
      ...{ items: [], next_cursor: null, has_more: false },
      ...{ revision: 0, commit_id: null, files: 0, bytes: 0 },
    })
    const paths = ['a', 'b/1', 'b/c/2', 'b0', 'B-', 'ä']
    for (const path of paths) await source().write_file({ app_id, path }, { content: path })
    const first = await source().tree({ app_id }, { limit: 4 })
    expect(first.items.map(({ path }) => path)).toEqual(['B-', 'a', 'b/1', 'b/c/2'])
    expect(first).toMatchObject({ revision: 6, files: 6, bytes: 15, has_more: true })
    expect(first.items[2]).toEqual({
      path: 'b/1',
      size: 3,
      revision: 2,
      commit_id: expect.any(String),
      updated_date: expect.stringMatching(/Z$/),
    })
    const rest = await source().tree({ app_id }, { limit: 4, cursor: first.next_cursor ?? '' })
    expect(rest.items.map(({ path }) => path)).toEqual(['b0', 'ä'])
    await source().write_file({ app_id, path: 'b.ts' }, { content: 'next to it, not below' })
    for (const under of ['b', 'b/']) {
      const below = await source().tree({ app_id }, { under })
      expect(below.items.map(({ path }) => path)).toEqual(['b/1', 'b/c/2'])
    }
    await expect(
      source().tree({ app_id }, { under: 'b', cursor: first.next_cursor ?? '' }),
    ).rejects.toMatchObject(refused('validation_error'))
  })
})

describe('the commits', () => {
  test('tell who changed what and when, newest first', async () => {
    const app_id = await newApp()
    expect(await source().commits({ app_id })).toEqual({ items: [], next_cursor: null, has_more: false })
    await source().write_file({ app_id, path: 'a' }, { content: '1', message: 'First\n\nMore' })
    await source().write_file({ app_id, path: 'a' }, { content: '2' })
    const last = await source().delete_file({ app_id, path: 'a' }, { message: 'Away' })
    const first = await source().commits({ app_id }, { limit: 2 })
    expect(first.items).toMatchObject([
      { commit_id: last.commit_id, revision: 3, message: 'Away', author_email: owner.email },
      { revision: 2, message: 'Write a', author_name: 'Test Person' },
    ])
    const rest = await source().commits({ app_id }, { limit: 2, cursor: first.next_cursor ?? '' })
    expect(rest).toMatchObject({ items: [{ revision: 1, message: 'First\n\nMore' }], has_more: false })
  })
})

describe('who', () => {
  test('can view the app reads; who can edit it writes; others see nothing', async () => {
    const app_id = await newApp()
    const at = { app_id, path: 'a' }
    const { commit_id } = await source().write_file(at, { content: 'x' })
    const reader = app.as(viewer).source
    expect(await reader.read_file(at)).toMatchObject({ content: 'x' })
    expect((await reader.tree({ app_id })).items).toHaveLength(1)
    expect((await reader.commits({ app_id })).items).toHaveLength(1)
    expect((await reader.read_commit({ app_id, commit_id })).files).toHaveLength(1)
    await expect(reader.write_file(at, { content: 'y' })).rejects.toMatchObject(refused('editor_required'))
    await expect(reader.delete_file(at)).rejects.toMatchObject(refused('editor_required'))
    const other = app.as(stranger).source
    for (const attempt of [
      () => other.read_file(at),
      () => other.write_file(at, { content: 'y' }),
      () => other.delete_file(at),
      () => other.tree({ app_id }),
      () => other.commits({ app_id }),
      () => other.read_commit({ app_id, commit_id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(refused('app_not_found'))
    }
  })

  test('changed something stands in the audit log', async () => {
    const app_id = await newApp()
    const { commit_id } = await source().write_file({ app_id, path: 'src/a' }, { content: 'x' })
    await source().delete_file({ app_id, path: 'src/a' })
    const { items } = await app.as(owner).audit.list({ limit: 2 })
    expect(items).toMatchObject([
      { action: 'source.delete_file', target_id: 'src/a', app_id },
      { action: 'source.write_file', app_id, detail: { revision: 1, commit_id, size: 1 } },
    ])
  })
})

test('a deleted app takes its repository along', { tags: 'slow' }, async () => {
  const app_id = await newApp()
  const at = { app_id, path: 'a' }
  await source().write_file(at, { content: 'x' })
  expect(readdirSync(repositoryOf(app_id))).toContain('HEAD')
  await app.as(owner).apps.delete({ app_id })
  await app.atrium.jobs.drain()
  await expect(source().write_file(at, { content: 'y' })).rejects.toMatchObject(refused('app_not_found'))
  expect(existsSync(repositoryOf(app_id))).toBe(false)
  const rows = await app.sql`select from app_source_files where app_id = ${app_id}`
  expect(rows).toHaveLength(0)
})

test('a repository that cannot be reached is a refusal, and nothing counts until it can', async () => {
  const app_id = await newApp()
  const at = { app_id, path: 'a' }
  const { commit_id } = await source().write_file(at, { content: 'x' })
  const path = repositoryOf(app_id)
  renameSync(path, `${path}.away`)
  writeFileSync(path, 'not a folder')
  const unavailable = refused('source_unavailable', { status: 503 })
  await expect(source().read_file(at)).rejects.toMatchObject(unavailable)
  await expect(source().write_file(at, { content: 'y' })).rejects.toMatchObject(unavailable)
  await expect(source().delete_file(at)).rejects.toMatchObject(unavailable)
  await expect(source().commits({ app_id })).rejects.toMatchObject(unavailable)
  await expect(source().commits({ app_id }, { path: 'a' })).rejects.toMatchObject(unavailable)
  await expect(source().read_commit({ app_id, commit_id })).rejects.toMatchObject(unavailable)
  expect(await source().tree({ app_id })).toMatchObject({ revision: 1 })
  rmSync(path)
  renameSync(`${path}.away`, path)
  expect(await source().write_file(at, { content: 'y' })).toMatchObject({ revision: 2 })
})
