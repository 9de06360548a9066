import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { fileStore } from './store.ts'

const KIB = 1024
const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })
const { owner, viewer, stranger } = useTeam(app)
const shop = useMade(() => app.make.app(owner, { public_settings: 'public_with_login' }))

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'note.txt', type = 'text/plain') => ({
  file: new Blob([content], { type }),
  file_name: name,
})
const bytesOnDisk = (id: string) => {
  const path = join(folder, 'uploads', id)
  return existsSync(path) ? readdirSync(path) : []
}

describe('the files of an app', () => {
  test('are listed newest first, for those who can edit it', async () => {
    const own = await app.make.app(owner)
    for (const name of ['a', 'b', 'c']) {
      await app.as(owner).integrations.upload_file({ app_id: own.id }, file(name, name))
      app.clock.move(1)
    }
    await app.as(owner).integrations.upload_private_file({ app_id: own.id }, file('d', 'd'))
    const first = await app.as(owner).files.list({ app_id: own.id }, { limit: 3 })
    expect(first.items.map(({ name }) => name)).toEqual(['d', 'c', 'b'])
    expect(first.items[0]).toMatchObject({
      visibility: 'private',
      file_url: null,
      file_uri: expect.stringContaining(`private/${own.id}/`),
      size: 1,
      created_by: owner.id,
    })
    const cursor = first.next_cursor ?? ''
    const rest = await app.as(owner).files.list({ app_id: own.id }, { limit: 3, cursor })
    expect(rest).toMatchObject({ items: [{ name: 'a' }], has_more: false })
    const secret = await app.as(owner).files.list({ app_id: own.id }, { visibility: 'private' })
    expect(secret.items.map(({ name }) => name)).toEqual(['d'])
    const found = await app.as(owner).files.list({ app_id: own.id }, { search: 'B', visibility: 'public' })
    expect(found.items.map(({ name }) => name)).toEqual(['b'])
    // No character is special, and a cursor belongs to what was searched for.
    expect(await app.as(owner).files.list({ app_id: own.id }, { search: '%' })).toMatchObject({ items: [] })
    await expect(app.as(owner).files.list({ app_id: own.id }, { cursor, search: 'b' })).rejects.toMatchObject(
      {
        status: 422,
      },
    )
    await expect(app.as(viewer).files.list({ app_id: own.id })).rejects.toMatchObject({
      code: 'editor_required',
    })
    await expect(app.as(stranger).files.list({ app_id: own.id })).rejects.toMatchObject({
      code: 'app_not_found',
    })
  })

  test('are deleted one by one, and their bytes with them', async () => {
    const own = await app.make.app(owner)
    const { file_url } = await app.as(owner).integrations.upload_file({ app_id: own.id }, file('x'))
    const [listed] = (await app.as(owner).files.list({ app_id: own.id })).items
    const id = listed?.id ?? ''
    const params = { app_id: own.id, file_id: id }
    await expect(app.as(viewer).files.delete(params)).rejects.toMatchObject({ code: 'editor_required' })
    await expect(app.as(stranger).files.delete(params)).rejects.toMatchObject({ code: 'app_not_found' })
    const foreign = { app_id: shop.id, file_id: id }
    await expect(app.as(owner).files.delete(foreign)).rejects.toMatchObject({ code: 'file_not_found' })
    expect(bytesOnDisk(own.id)).toHaveLength(1)

    expect(await app.as(owner).files.delete(params)).toEqual({ deleted: true, id })
    await expect(app.as(owner).files.delete(params)).rejects.toMatchObject({ code: 'file_not_found' })
    expect((await fetch(file_url)).status).toBe(404)
    await app.atrium.jobs.drain()
    expect(bytesOnDisk(own.id)).toEqual([])
    const { items } = await app.as(owner).audit.list({ action: 'files.delete', app_id: own.id })
    expect(items).toMatchObject([{ target_id: id, detail: { name: 'note.txt', size: 1 } }])
  })

  test('go with the app', async () => {
    const own = await app.make.app(owner)
    const { file_url } = await app.as(owner).integrations.upload_file({ app_id: own.id }, file('x'))
    await app.as(owner).apps.delete({ app_id: own.id })
    await app.atrium.jobs.drain()
    expect((await fetch(file_url)).status).toBe(404)
    expect(bytesOnDisk(own.id)).toEqual([])
    const rows = await app.sql`select from files where app_id = ${own.id}`
    expect(rows).toEqual([])
  })

  test('all go, however many they are', async () => {
    const own = await app.make.app(owner)
    await app.sql`insert into files (id, app_id, key, visibility, status, name, content_type, created_date)
      select 'file_many' || n, ${own.id}, 'many' || n, 'public', 'deleted', 'x', 'text/plain', now()
        from generate_series(1, 201) as n`
    await app.as(owner).integrations.upload_file({ app_id: own.id }, file('x'))
    const [last] = (await app.as(owner).files.list({ app_id: own.id })).items
    await app.as(owner).files.delete({ app_id: own.id, file_id: last?.id ?? '' })
    await app.atrium.jobs.drain()
    const rows = await app.sql`select from files where app_id = ${own.id}`
    expect(rows).toEqual([])
  })

  test('that never arrived whole are removed after an hour, and not before', async () => {
    const own = await app.make.app(owner)
    const row = {
      key: 'never',
      name: 'x',
      content_type: 'text/plain',
      status: 'arriving',
      visibility: 'public',
    }
    for (const [id, minutes] of [
      ['file_old', 61],
      ['file_slow', 59],
      ['file_new', 0],
    ] as const) {
      await app.sql`insert into files (id, app_id, key, visibility, status, name, content_type, created_date)
        values (${id}, ${own.id}, ${row.key + id}, ${row.visibility}, ${row.status}, ${row.name}, ${row.content_type},
          ${new Date(app.clock.now().getTime() - minutes * 60_000)})`
    }
    const { file_url } = await app.as(owner).integrations.upload_file({ app_id: own.id }, file('x'))
    const [stored] = (await app.as(owner).files.list({ app_id: own.id })).items
    await app.as(owner).files.delete({ app_id: own.id, file_id: stored?.id ?? '' })
    await app.atrium.jobs.drain()
    expect((await fetch(file_url)).status).toBe(404)
    const rows = await app.sql`select id from files where app_id = ${own.id} order by id`
    expect(rows).toEqual([{ id: 'file_new' }, { id: 'file_slow' }])
  })

  test('that take long to arrive are there in the end, also when others are deleted while they do', async () => {
    const own = await app.make.app(owner)
    await app.as(owner).integrations.upload_file({ app_id: own.id }, file('x'))
    const [other] = (await app.as(owner).files.list({ app_id: own.id })).items
    const body = new PassThrough()
    const request = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'multipart/form-data; boundary=end',
      },
      body: Readable.toWeb(body) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as const
    const path = `/api/apps/${own.id}/integration-endpoints/Core/UploadFile`
    const upload = fetch(`${app.baseUrl}${path}`, request)
    body.write('--end\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfirst ')
    await expect
      .poll(() => app.sql`select from files where app_id = ${own.id} and status = 'arriving'`)
      .toHaveLength(1)
    app.clock.move(15 * 60)
    await app.as(owner).files.delete({ app_id: own.id, file_id: other?.id ?? '' })
    await app.atrium.jobs.drain()
    body.end('and last\r\n--end--\r\n')
    const answer = await upload
    expect(answer.status).toBe(200)
    const { file_url } = (await answer.json()) as { file_url: string }
    expect(await (await fetch(file_url)).text()).toBe('first and last')
  })
})

describe('room', () => {
  const small = useApp(() => ({
    ...{ data_dir: folder, database_url: app.databaseUrl },
    ...{ rate_limits: 'off' as const, files_per_app_bytes: 10 * KIB },
  }))

  test('an app has so much of it, and gets it back', async () => {
    const own = await app.make.app(owner)
    const client = small.as(owner)
    const put = (size: number) =>
      client.integrations.upload_file({ app_id: own.id }, file(new Uint8Array(size), 'x', 'image/png'))
    await put(6 * KIB)
    await expect(put(6 * KIB)).rejects.toMatchObject({ status: 409, code: 'file_limit_reached' })
    await put(4 * KIB)
    await expect(put(0)).rejects.toMatchObject({ code: 'file_limit_reached' })
    const secret = client.integrations.upload_private_file({ app_id: own.id }, file('x'))
    await expect(secret).rejects.toMatchObject({ code: 'file_limit_reached' })
    const image = client.integrations.generate_image({ app_id: own.id }, { prompt: 'x' })
    await expect(image).rejects.toMatchObject({ code: 'file_limit_reached' })
    const { items } = await client.files.list({ app_id: own.id })
    expect(items.map(({ size }) => size)).toEqual([4 * KIB, 6 * KIB])
    await client.files.delete({ app_id: own.id, file_id: items[0]?.id ?? '' })
    await put(3 * KIB)
  })

  test('comes back for all that go together, and those of another app stay', async () => {
    const [own, other] = [await app.make.app(owner), await app.make.app(owner)]
    for (const [at, size] of [
      [own, 1],
      [own, 2],
      [own, 4],
      [other, 8],
    ] as const)
      await app.as(owner).integrations.upload_file({ app_id: at.id }, file(new Uint8Array(size), 'x'))
    const idsOf = async ({ id }: { id: string }) =>
      (await app.as(owner).files.list({ app_id: id })).items.map((item) => item.id)
    const [kept, ...gone] = await idsOf(own)
    const store = fileStore(app.atrium.db)
    const all = [...gone, ...(await idsOf(other)), 'file_unknown']
    expect(await store.markAllDeleted(own.id, all)).toBe(2)
    expect(await store.markAllDeleted(own.id, all)).toBe(0)
    expect([await idsOf(own), await idsOf(other)]).toEqual([[kept], [all[2]]])
    expect([await store.bytesOf(own.id), await store.bytesOf(other.id)]).toEqual([4, 8])
  })

  test('many at once cannot take more than there is', async () => {
    const own = await app.make.app(owner)
    const put = () =>
      small.as(owner).integrations.upload_file({ app_id: own.id }, file(new Uint8Array(3 * KIB), 'x'))
    const done = await Promise.allSettled(Array.from({ length: 8 }, put))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect((await small.as(owner).files.list({ app_id: own.id })).items).toHaveLength(3)
  })

  test('of one file is 50 MiB', { tags: 'slow' }, async () => {
    const huge = file(new Uint8Array(50 * 1024 * KIB + 1), 'huge.bin', 'video/mp4')
    await expect(app.as(owner).integrations.upload_file({ app_id: shop.id }, huge)).rejects.toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
  })
})
