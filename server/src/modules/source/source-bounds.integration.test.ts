/** The last file and byte that fit, and what lies in other apps and other folders. */
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useTeam } from '../../../test/use-team.ts'

const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })
const { owner } = useTeam(app)

const source = () => app.as(owner).source
const newApp = async () => (await app.make.app(owner)).id

test('an app may have as many files and bytes as the limits say, and not one more', async () => {
  const app_id = await newApp()
  const write = (path: string, content: string) => source().write_file({ app_id, path }, { content })
  const set = (files: number, bytes: number) =>
    app.sql`update app_sources set files = ${files}, bytes = ${bytes} where app_id = ${app_id}`
  await write('a', '1')
  await set(MAX_SOURCE_FILES - 1, 1)
  await write('last', '')
  await expect(write('more', '')).rejects.toEqual(refusal(409, 'source_limit_reached'))
  await set(2, MAX_SOURCE_BYTES - 3)
  await write('b', '12')
  await write('a', '12')
  expect(await source().tree({ app_id })).toMatchObject({ files: 3, bytes: MAX_SOURCE_BYTES })
  await expect(write('b', '123')).rejects.toEqual(refusal(409, 'source_limit_reached'))
})

test('a folder is listed in pages too, and the last one ends where it ends', async () => {
  const app_id = await newApp()
  for (const path of ['a', 'b/1', 'b/2/x', 'b/3', 'b/4', 'b0', 'c'])
    await source().write_file({ app_id, path }, { content: path })
  const page = async (cursor?: string | null) => {
    const { items, next_cursor } = await source().tree(
      { app_id },
      { under: 'b', limit: 2, ...(cursor && { cursor }) },
    )
    return { paths: items.map(({ path }) => path), next_cursor }
  }
  const first = await page()
  expect(first).toEqual({ paths: ['b/1', 'b/2/x'], next_cursor: expect.any(String) })
  expect(await page(first.next_cursor)).toEqual({ paths: ['b/3', 'b/4'], next_cursor: null })
})

test('files of another app are in nobody’s way', async () => {
  const [one, other] = [await newApp(), await newApp()]
  for (const path of ['Read', 'Docs/a', 'plain'])
    await source().write_file({ app_id: one, path }, { content: 'x' })
  await source().write_file({ app_id: other, path: 'first' }, { content: 'x' })
  for (const path of ['read', 'docs/b', 'Plain/c'])
    expect(await source().write_file({ app_id: other, path }, { content: 'x' })).toMatchObject({ path })
})
