import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useMade, useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { S3_ACCOUNT, startS3Server } from '../../ports/file-storage/test/s3-server.ts'

const folder = useFolder()
const s3 = useStarted(startS3Server)
const app = useApp(() => ({
  data_dir: folder,
  rate_limits: 'off',
  s3: { ...S3_ACCOUNT, endpoint: s3.endpoint },
}))
const { owner } = useTeam(app)
const shop = useMade(() => app.make.app(owner))

const core = () => app.as(owner).integrations
const note = (content: string) => ({
  file: new Blob([content], { type: 'text/plain' }),
  file_name: 'note.txt',
})

test('files lie in the bucket and nowhere else, and are read through us', async () => {
  const { file_url } = await core().upload_file({ app_id: shop.id }, note('Hello'))
  const key = new URL(file_url).pathname.split('/').slice(2, 4).join('/')
  expect(s3.objects.get(key)?.bytes.toString()).toBe('Hello')
  expect(readdirSync(join(folder, 'uploads', '.incoming'))).toEqual([])
  expect(await (await fetch(file_url)).text()).toBe('Hello')
  const part = await fetch(file_url, { headers: { range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'ell'])
  const [listed] = (await app.as(owner).files.list({ app_id: shop.id })).items
  await app.as(owner).files.delete({ app_id: shop.id, file_id: listed?.id ?? '' })
  await app.atrium.jobs.drain()
  expect(s3.objects.size).toBe(0)
})

test('a storage that does not answer is a 503, and nothing is left of what was sent', async () => {
  const { file_url } = await core().upload_file({ app_id: shop.id }, note('Hello'))
  const before = (await app.as(owner).files.list({ app_id: shop.id })).items
  const down = async (work: () => Promise<unknown>) => {
    s3.fail({ status: 500 }, { status: 500 }, { status: 500 })
    await expect(work()).rejects.toMatchObject({ status: 503, code: 'file_storage_unavailable' })
  }
  await down(() => core().upload_file({ app_id: shop.id }, note('x')))
  await down(() => core().upload_private_file({ app_id: shop.id }, note('x')))
  await down(() => core().generate_image({ app_id: shop.id }, { prompt: 'x' }))
  await down(() => core().invoke_llm({ app_id: shop.id }, { prompt: 'x', file_urls: [file_url] }))
  await down(() => core().extract_data({ app_id: shop.id }, { file_url, json_schema: { type: 'object' } }))
  s3.fail({ status: 500 }, { status: 500 }, { status: 500 })
  const answer = await fetch(file_url)
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'file_storage_unavailable'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await app.as(owner).files.list({ app_id: shop.id })).items).toEqual(before)
  expect((await app.as(owner).credits.list()).items).toEqual([])
})

test('a file that was removed from the bucket reads as missing', async () => {
  const { file_url } = await core().upload_file({ app_id: shop.id }, note('Hello'))
  s3.objects.clear()
  const answer = await fetch(file_url)
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'file_not_found'])
})

test('a file that breaks off on its way is not taken for whole', async () => {
  const { file_url } = await core().upload_file({ app_id: shop.id }, note('x'.repeat(500_000)))
  s3.fail('break-off')
  const answer = await fetch(file_url)
  await expect(answer.text()).rejects.toThrow()
})

test('who leaves in the middle of a file frees the connection to the storage', async () => {
  const { file_url } = await core().upload_file({ app_id: shop.id }, note('x'.repeat(20 * 1024 * 1024)))
  const leaving = new AbortController()
  const { body } = await fetch(file_url, { signal: leaving.signal })
  await body?.getReader().read()
  expect(s3.sending.size).toBe(1)
  leaving.abort()
  await expect.poll(() => s3.sending.size).toBe(0)
})
